import { problem } from '@triptych/schemas';

export class InvalidWebhook extends problem(
  'invalid',
  'invalid_payload',
  'The body does not describe a webhook.',
) {}

export class WebhookNotFound extends problem(
  'not-found',
  'webhook_not_found',
  'There is no webhook with this id.',
) {}

/** It names neither the key nor the secret. */
export class UnreadableSecret extends problem(
  'conflict',
  'webhook_secret_unreadable',
  'A secret of this webhook cannot be read: no key of WEBHOOK_KEYS belongs to it. Set that key again, or rotate with an overlap of 0.',
) {}

export class TooManyWebhooks extends problem(
  'conflict',
  'too_many_webhooks',
  'There are as many webhooks as there may be; remove one first.',
) {}
