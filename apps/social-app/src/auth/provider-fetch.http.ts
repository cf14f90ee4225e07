import type { HttpClient } from '@triptych/http-client';
import { ProviderFault } from './auth.errors.js';
import type { ProviderFetch } from './provider.port.js';

const maxBytes = 512 * 1024;
/** Milliseconds. A token may take a provider longer than a document does. */
const longest = { GET: 5_000, POST: 10_000 };

/**
 * Sends what oauth4webapi asks through the guarded client. Redirects of a GET are followed there, each under the same
 * rules; one of a POST is the reply, because its body has the client's secret. Throws ProviderFault when there is no
 * reply.
 */
export function createProviderFetch(client: HttpClient, deadlines = longest): ProviderFetch {
  return async (url, { method = 'GET', headers: given, body: form }) => {
    const { accept = 'application/json', ...headers } = given;
    const sent = form ? { body: Buffer.from(form.toString()) } : {};
    const limits = { deadline: deadlines[method], maxBytes };
    try {
      const response = await client.request({ url, method, accept, headers, ...sent, ...limits });
      const { status, headers: received } = response;
      // A Response of these statuses must not have a body.
      const body = [204, 205, 304].includes(status) ? null : Uint8Array.from(response.body);
      return new Response(body, { status, headers: received });
    } catch (cause) {
      throw new ProviderFault('provider_unreachable', cause);
    }
  };
}
