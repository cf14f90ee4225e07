import type { Endpoint, SendOutcome, SendWebhook } from './deliver-webhooks.js';
import type { Attempt } from './webhook.js';

interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  /** As JSON. */
  readonly body: object;
}

/** One try, and what the list of attempts says of it. */
export async function attemptWebhook(
  send: SendWebhook,
  endpoint: Endpoint,
  { id, type, body }: WebhookEvent,
  signal: AbortSignal,
): Promise<SendOutcome & { attempt: Attempt }> {
  const [at, began] = [new Date(), performance.now()];
  const result = await send(endpoint, { id, body: JSON.stringify(body) }, signal);
  const durationMs = Math.round(performance.now() - began);
  const outcome = result.outcome === 'delivered' ? 'delivered' : 'failed';
  const { reason } = result;
  return { ...result, attempt: { eventId: id, type, at, outcome, reason, durationMs } };
}
