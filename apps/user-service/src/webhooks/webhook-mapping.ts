import { formatCursor } from '../events/event-cursor.js';
import type { Attempt, StoredAttempt, Webhook } from './webhook.js';

/** A webhook as the routes show it: never its secret. */
export function webhookToWire(webhook: Webhook) {
  const { id, url, types, createdAt, after, failures, failingSince, dueAt } = webhook;
  const { offAt, offReason } = webhook;
  return {
    id,
    url,
    types: [...types],
    created: createdAt.toISOString(),
    cursor: after === null ? null : formatCursor(after),
    failures,
    failingSince: failingSince?.toISOString() ?? null,
    nextAttempt: failures > 0 && offAt === null ? dueAt.toISOString() : null,
    off: offAt?.toISOString() ?? null,
    offReason,
  };
}

export function attemptToWire({ eventId, type, at, outcome, reason, durationMs }: Attempt) {
  return { event: eventId, type, time: at.toISOString(), outcome, reason, durationMs };
}

export function storedAttemptToWire(attempt: StoredAttempt) {
  return { id: attempt.id, ...attemptToWire(attempt) };
}

/** CloudEvents 1.0 in JSON, as the events are. */
export function testEventToWire(id: string, at: Date, webhookId: string) {
  return {
    specversion: '1.0' as const,
    id,
    source: '/webhooks',
    type: 'webhook.test',
    subject: webhookId,
    time: at.toISOString(),
  };
}
