import type {
  CreatedWebhook,
  DeliveryPage,
  NewWebhook,
  PageQuery,
  ReplyOf,
  Webhook,
  WebhookAttempt,
  WebhookReplay,
  WebhookRotation,
} from './api-types.js';
import type { CallService } from './call-service.js';
import { isCursor, isObject, isText, listOf } from './reply-checks.js';
import { segment } from './send-request.js';
import type { CallOptions } from './settings.js';
import { goneIsRemoved } from './user-routes.js';

/** Webhooks; they need the scope `admin`. What they send is checked by `verifyWebhook`. */
export function webhookRoutes({ json, done }: CallService) {
  const at = (id: string, ...rest: string[]) => ['webhooks', segment(id), ...rest];
  const secret = { webhook: isObject, secret: isText };
  return {
    /** Makes a webhook; its secret is shown this once. A try whose reply was lost is not repeated. */
    createWebhook: (webhook: NewWebhook, options?: CallOptions): Promise<CreatedWebhook> => {
      const body = JSON.stringify(webhook);
      const route = { method: 'POST', path: ['webhooks'], body, members: secret } as const;
      return json({ operation: 'createWebhook', ...route }, options);
    },

    listWebhooks: async (options?: CallOptions): Promise<readonly Webhook[]> => {
      const route = {
        method: 'GET',
        path: ['webhooks'],
        members: { webhooks: listOf(isObject) },
      } as const;
      const request = { operation: 'listWebhooks', ...route } as const;
      return (await json<ReplyOf<'listWebhooks'>>(request, options)).webhooks;
    },

    removeWebhook: (id: string, options?: CallOptions): Promise<void> =>
      done({ operation: 'removeWebhook', method: 'DELETE', path: at(id) }, options).catch(
        goneIsRemoved,
      ),

    /** Another secret; deliveries carry a signature of the former ones, too, for `overlap` seconds. */
    rotateWebhook: (
      id: string,
      rotation: WebhookRotation = {},
      options?: CallOptions,
    ): Promise<CreatedWebhook> => {
      const path = at(id, 'rotate');
      const body = JSON.stringify(rotation);
      const route = { method: 'POST', path, body, members: secret } as const;
      return json({ operation: 'rotateWebhook', ...route }, options);
    },

    /** Delivers again from a cursor, or from the oldest event that is kept, and switches the webhook on. */
    replayWebhook: (
      id: string,
      replay: WebhookReplay = {},
      options?: CallOptions,
    ): Promise<Webhook> => {
      const body = JSON.stringify(replay);
      const route = {
        method: 'POST',
        path: at(id, 'replay'),
        body,
        members: { id: isText },
      } as const;
      return json({ operation: 'replayWebhook', ...route }, options);
    },

    /** What was tried, the newest first; `cursor` is `after` of the next, older page. */
    listDeliveries: (
      id: string,
      { after, limit }: PageQuery = {},
      options?: CallOptions,
    ): Promise<DeliveryPage> => {
      const members = { deliveries: listOf(isObject), cursor: isCursor };
      const query = { after, limit };
      const route = { method: 'GET', path: at(id, 'deliveries'), query, members } as const;
      return json({ operation: 'listDeliveries', ...route }, options);
    },

    /** Sends one event `webhook.test` now, and says what became of it. */
    testWebhook: (id: string, options?: CallOptions): Promise<WebhookAttempt> => {
      const members = { event: isText, outcome: isText };
      const route = { method: 'POST', path: at(id, 'test'), members } as const;
      return json({ operation: 'testWebhook', ...route }, options);
    },
  };
}
