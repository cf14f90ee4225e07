import type { HttpClient } from '@triptych/http-client';
import { ProviderFault } from './auth.errors.js';
import type { ProviderFetch } from './provider.port.js';

/**
 * Sends what oauth4webapi asks through the guarded client. Redirects are followed there, each under the same rules.
 * Throws ProviderFault when there is no reply.
 */
export function createProviderFetch(client: HttpClient): ProviderFetch {
  return async (url, { headers: { accept = 'application/json', ...headers } }) => {
    try {
      const limits = { deadline: 5_000, maxBytes: 512 * 1024 };
      const response = await client.request({ url, accept, headers, ...limits });
      const { status, headers: received } = response;
      // A Response of these statuses must not have a body.
      const body = [204, 205, 304].includes(status) ? null : Uint8Array.from(response.body);
      return new Response(body, { status, headers: received });
    } catch (cause) {
      throw new ProviderFault('provider_unreachable', cause);
    }
  };
}
