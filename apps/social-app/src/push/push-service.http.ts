import {
  AddressRefused,
  HttpClientError,
  UrlRefused,
  type HttpClient,
} from '@triptych/http-client';
import { encryptPush } from './encrypt-push.js';
import type { SendPush } from './deliver-pushes.js';
import { toPayload } from './push-mapping.js';
import { authorizePush, topicOf, type Vapid } from './vapid.js';

const limits = { deadline: 10_000, maxBytes: 64 * 1024 };

/** One push by the guarded client: who subscribes names the address (RFC 8030). */
export function createHttpPushService(client: Pick<HttpClient, 'request'>, vapid: Vapid): SendPush {
  return async (delivery, notice, ttlSeconds) => {
    const { endpoint, keys } = delivery.subscription;
    try {
      const { status, headers } = await client.request({
        ...limits,
        url: endpoint,
        method: 'POST',
        accept: '*/*',
        body: encryptPush(toPayload(delivery, notice), keys),
        headers: {
          authorization: authorizePush(vapid, new URL(endpoint)),
          'content-type': 'application/octet-stream',
          'content-encoding': 'aes128gcm',
          ttl: String(ttlSeconds),
          topic: topicOf(vapid, delivery.chatId),
          urgency: 'high',
        },
        wantsBody: () => false,
      });
      return toOutcome(status, headers['retry-after']);
    } catch (error) {
      // Where this service may not go, it never will.
      if (error instanceof UrlRefused || error instanceof AddressRefused)
        return { outcome: 'gone', reason: error.code };
      if (error instanceof HttpClientError)
        return { outcome: 'later', reason: error.code, pauseMs: null };
      throw error;
    }
  };
}

function toOutcome(status: number, retryAfter: string | undefined) {
  const reason = `status_${status}`;
  if (status >= 200 && status < 300) return { outcome: 'delivered', reason } as const;
  if (status === 404 || status === 410) return { outcome: 'gone', reason } as const;
  if (status !== 429 && status < 500) return { outcome: 'refused', reason } as const;
  const seconds = Number(retryAfter);
  return { outcome: 'later', reason, pauseMs: seconds > 0 ? seconds * 1000 : null } as const;
}
