import {
  AddressRefused,
  HttpClientError,
  UpstreamUnreachable,
  type HttpClient,
} from '@triptych/http-client';
import type { SendWebhook } from './deliver-webhooks.js';
import { signatureHeaders } from './webhook-secret.js';

/** Milliseconds for one try; less than a lease, with room for the rest of a page. */
export const sendDeadline = 15_000;

/** One try by the guarded client: who makes a webhook names the address. Errors that it throws are of this service. */
export function createHttpWebhookSender(client: Pick<HttpClient, 'request'>): SendWebhook {
  return async ({ url, secrets }, message, signal) => {
    try {
      const { status, headers } = await client.request({
        url,
        method: 'POST',
        accept: '*/*',
        body: Buffer.from(message.body),
        headers: {
          ...signatureHeaders(message, secrets, Date.now()),
          'content-type': 'application/cloudevents+json',
        },
        deadline: sendDeadline,
        signal,
        wantsBody: () => false,
      });
      return toOutcome(status, headers['retry-after']);
    } catch (error) {
      if (signal.aborted) return { outcome: 'interrupted', reason: 'interrupted' };
      // Inner names are not to be found out by the list of attempts.
      if (error instanceof AddressRefused)
        return { outcome: 'failed', reason: UpstreamUnreachable.code, pauseMs: null };
      if (error instanceof HttpClientError)
        return { outcome: 'failed', reason: error.code, pauseMs: null };
      throw error;
    }
  };
}

function toOutcome(status: number, retryAfter: string | undefined) {
  const reason = `status_${status}`;
  if (status >= 200 && status < 300) return { outcome: 'delivered', reason } as const;
  // Standard Webhooks: the receiver wants nothing any more.
  if (status === 410) return { outcome: 'gone', reason } as const;
  const seconds = Number(retryAfter);
  return { outcome: 'failed', reason, pauseMs: seconds > 0 ? seconds * 1000 : null } as const;
}
