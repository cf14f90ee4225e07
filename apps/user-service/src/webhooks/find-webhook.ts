import type { Webhook } from './webhook.js';
import { WebhookNotFound } from './webhooks.errors.js';
import type { WebhookStore } from './webhooks.js';

/** @throws WebhookNotFound */
export async function findWebhook(store: Pick<WebhookStore, 'find'>, id: string): Promise<Webhook> {
  const found = await store.find(knownId(id));
  if (found === null) throw new WebhookNotFound();
  return found;
}

/**
 * What is no id is the id of no webhook.
 *
 * @throws WebhookNotFound
 */
export function knownId(id: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw new WebhookNotFound();
  return id;
}
