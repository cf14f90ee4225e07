import { addDescribedHook, operationsOf, type Server } from '@triptych/service-host';
import { actorOf } from '../access/actor.js';
import { requireScope } from '../access/api-key.hook.js';
import { CursorExpired, InvalidCursor } from '../events/events.errors.js';
import {
  attemptToWire,
  storedAttemptToWire,
  testEventToWire,
  webhookToWire,
} from './webhook-mapping.js';
import {
  InvalidWebhook,
  TooManyWebhooks,
  UnreadableSecret,
  WebhookNotFound,
} from './webhooks.errors.js';
import type { WebhookAttempts } from './webhook-attempts.js';
import type { Webhooks } from './webhooks.js';
import * as schemas from './webhooks.schemas.js';

const operation = operationsOf('webhooks');
const operations = {
  create: operation('createWebhook', 'Have changes delivered to a URL', {
    description:
      'Each change from now on is a POST of the event as `GET /events` has it, signed by Standard Webhooks, at least once, ' +
      'with the same `webhook-id` on each try, those of one user in their order. Any 2xx takes it; 410 switches the webhook off.',
    body: schemas.NewWebhookSchema,
    response: { 201: schemas.CreatedWebhookSchema },
    errors: [InvalidWebhook, TooManyWebhooks],
  }),
  list: operation('listWebhooks', 'List webhooks in the order in which they were made', {
    response: { 200: schemas.WebhooksSchema },
  }),
  remove: operation('removeWebhook', 'Remove a webhook', {
    description: 'What is under way may still arrive.',
    params: schemas.WebhookParamsSchema,
    response: { 204: schemas.RemovedWebhookSchema },
    errors: [WebhookNotFound],
  }),
  rotate: operation('rotateWebhook', 'Replace the secret of a webhook', {
    description:
      'Deliveries carry a signature of each secret until the former ones end. After a reply that was lost, rotate again.',
    params: schemas.WebhookParamsSchema,
    body: schemas.WebhookRotationSchema,
    response: { 201: schemas.CreatedWebhookSchema },
    errors: [WebhookNotFound],
  }),
  replay: operation('replayWebhook', 'Deliver again what came after a cursor', {
    description: 'Also switches the webhook on. Its own `cursor` goes on where it stopped.',
    params: schemas.WebhookParamsSchema,
    body: schemas.ReplaySchema,
    response: { 200: schemas.WebhookSchema },
    errors: [WebhookNotFound, InvalidCursor, CursorExpired],
  }),
  deliveries: operation('listDeliveries', 'List the tries to deliver, the newest first', {
    description: 'The newest thousand of each webhook, without what was sent.',
    params: schemas.WebhookParamsSchema,
    querystring: schemas.DeliveriesQuerySchema,
    response: { 200: schemas.DeliveriesSchema },
    errors: [WebhookNotFound],
  }),
  test: operation('testWebhook', 'Send a test event now', {
    description: 'Once, of the type `webhook.test`, and answers what became of it.',
    params: schemas.WebhookParamsSchema,
    response: { 200: schemas.AttemptSchema },
    errors: [WebhookNotFound, UnreadableSecret],
  }),
};

export async function webhooksRoutes(
  app: Server,
  { webhooks, attempts }: { webhooks: Webhooks; attempts: WebhookAttempts },
) {
  addDescribedHook(app, 'onRequest', requireScope('admin'));

  app.post('/webhooks', operations.create, async (request, reply) => {
    const { webhook, secret } = await webhooks.create(request.body, actorOf(request));
    return reply.code(201).send({ webhook: webhookToWire(webhook), secret });
  });

  app.get('/webhooks', operations.list, async () => ({
    webhooks: (await webhooks.list()).map(webhookToWire),
  }));

  app.delete('/webhooks/:id', operations.remove, async (request, reply) => {
    await webhooks.remove(request.params.id, actorOf(request));
    return reply.code(204).send(null);
  });

  app.post('/webhooks/:id/rotate', operations.rotate, async (request, reply) => {
    const { params, body } = request;
    const { webhook, secret } = await webhooks.rotate(params.id, body, actorOf(request));
    return reply.code(201).send({ webhook: webhookToWire(webhook), secret });
  });

  app.post('/webhooks/:id/replay', operations.replay, async (request) => {
    const { params, body } = request;
    return webhookToWire(await webhooks.replay(params.id, body.after ?? null, actorOf(request)));
  });

  app.get('/webhooks/:id/deliveries', operations.deliveries, async ({ params, query }) => {
    const { after, limit = 100 } = query;
    const { attempts: found, more } = await attempts.list(params.id, { after, limit });
    return {
      deliveries: found.map(storedAttemptToWire),
      cursor: more ? (found.at(-1)?.id ?? null) : null,
    };
  });

  app.post('/webhooks/:id/test', operations.test, async ({ params }, reply) => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    return attemptToWire(await attempts.test(params.id, testEventToWire, gone.signal));
  });
}
