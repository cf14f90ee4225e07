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

export class TooManyWebhooks extends problem(
  'conflict',
  'too_many_webhooks',
  'There are as many webhooks as there may be; remove one first.',
) {}
