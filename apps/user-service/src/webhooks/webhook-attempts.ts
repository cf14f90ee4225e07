import { randomUUID } from 'node:crypto';
import { attemptWebhook } from './attempt-webhook.js';
import type { SendWebhook } from './deliver-webhooks.js';
import { findWebhook } from './find-webhook.js';
import type { SecretEncryption } from './secret-encryption.js';
import type { Attempt, StoredAttempt } from './webhook.js';
import type { AttemptPage, WebhookStore } from './webhooks.js';

export interface AttemptParts {
  readonly store: WebhookStore;
  readonly encryption: SecretEncryption;
  readonly send: SendWebhook;
}

export type WebhookAttempts = ReturnType<typeof createWebhookAttempts>;

/** What was tried, and a try on demand. */
export function createWebhookAttempts({ store, encryption, send }: AttemptParts) {
  return {
    /**
     * The newest attempts first; `more`: there are older ones.
     *
     * @throws WebhookNotFound
     */
    async list(
      id: string,
      page: AttemptPage,
    ): Promise<{ attempts: StoredAttempt[]; more: boolean }> {
      await findWebhook(store, id);
      const found = await store.attempts(id, { ...page, limit: page.limit + 1 });
      return { attempts: found.slice(0, page.limit), more: found.length > page.limit };
    },

    /**
     * Sends an event of the type `webhook.test` now, once, also to one that is switched off.
     *
     * @throws WebhookNotFound, UnreadableSecret
     */
    async test(
      id: string,
      toBody: (eventId: string, at: Date, webhookId: string) => object,
      gone: AbortSignal,
    ): Promise<Attempt> {
      const { id: owner, url } = await findWebhook(store, id);
      const sealed = await store.sealedSecrets(owner);
      const secrets = sealed.map((each) => encryption.open(each, owner));
      const eventId = randomUUID();
      const event = { id: eventId, type: 'webhook.test', body: toBody(eventId, new Date(), owner) };
      const { attempt } = await attemptWebhook(send, { url, secrets }, event, gone);
      await store.addAttempt(owner, attempt);
      return attempt;
    },
  };
}
