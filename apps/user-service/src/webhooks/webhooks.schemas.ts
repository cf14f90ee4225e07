import { Type } from 'typebox';
import { longestOverlap, usualOverlap } from './webhooks.js';

const eventTypes = ['user.registered', 'user.updated', 'user.deleted', 'user.verified'] as const;

export const NewWebhookSchema = Type.Object(
  {
    url: Type.String({
      // What a URL may not hold, parsers remove or read in two ways.
      pattern: '^[!"$-[\\]-~]+$',
      minLength: 1,
      maxLength: 2000,
      description:
        'https, port 443, a public host; no user or password, fragment, backslash, space or letter beyond ASCII in it',
    }),
    types: Type.Optional(
      Type.Array(Type.Enum([...eventTypes]), {
        maxItems: 10,
        description:
          'Which events are delivered; absent or empty: all, also those of types to come',
      }),
    ),
  },
  { title: 'NewWebhook' },
);

export const WebhookRotationSchema = Type.Object(
  {
    overlap: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: longestOverlap,
        default: usualOverlap,
        description: 'Seconds for which the former secrets go on signing beside the new one',
      }),
    ),
  },
  { title: 'WebhookRotation' },
);

export const ReplaySchema = Type.Object(
  {
    after: Type.Optional(
      Type.Union([Type.String({ maxLength: 100 }), Type.Null()], {
        description: 'A cursor of the events; absent or null: from the oldest that is kept',
      }),
    ),
  },
  { title: 'WebhookReplay' },
);

export const WebhookParamsSchema = Type.Object({ id: Type.String() });

export const DeliveriesQuerySchema = Type.Object({
  after: Type.Optional(
    Type.String({ format: 'uuid', description: 'The `cursor` of the page before' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
});

const nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const WebhookSchema = Type.Object(
  {
    id: Type.String(),
    url: Type.String(),
    types: Type.Array(Type.String(), { description: 'Empty: all' }),
    created: Type.String({ description: 'RFC 3339, UTC' }),
    cursor: nullable(
      'All events up to it are delivered; null: it begins with the oldest that is kept',
    ),
    failures: Type.Integer({
      description: 'Tries that failed since the last event that was taken',
    }),
    failingSince: nullable('The first of them'),
    nextAttempt: nullable('While it fails: when it is tried again'),
    off: nullable('Since when nothing is delivered any more; null: it is on'),
    offReason: Type.Union(
      [Type.Enum(['failing', 'gone', 'cursor_expired'] as const), Type.Null()],
      {
        description:
          '`failing`: nothing taken for three days; `gone`: the receiver answered 410; `cursor_expired`: events that it ' +
          'has not got are no longer kept. A replay switches it on.',
      },
    ),
  },
  { title: 'Webhook' },
);

const secret = Type.String({
  description: 'What deliveries are signed with, as receivers configure it. It is shown this once.',
});

export const CreatedWebhookSchema = Type.Object(
  { webhook: WebhookSchema, secret },
  { title: 'CreatedWebhook' },
);

export const WebhooksSchema = Type.Object(
  { webhooks: Type.Array(WebhookSchema) },
  { title: 'Webhooks' },
);

const attempt = {
  event: Type.String({ description: 'The id of the event, which `webhook-id` was' }),
  type: Type.String(),
  time: Type.String({ description: 'RFC 3339, UTC' }),
  outcome: Type.Enum(['delivered', 'failed'] as const),
  reason: Type.String({ description: '`status_200`, or why there was no reply' }),
  durationMs: Type.Integer(),
};

export const AttemptSchema = Type.Object(attempt, { title: 'WebhookAttempt' });

export const DeliveriesSchema = Type.Object(
  {
    deliveries: Type.Array(
      Type.Object({ id: Type.String(), ...attempt }, { title: 'WebhookDelivery' }),
    ),
    cursor: nullable('Where the next page begins; null: there is none'),
  },
  { title: 'WebhookDeliveries' },
);

export const RemovedWebhookSchema = Type.Null({ description: 'Removed' });
