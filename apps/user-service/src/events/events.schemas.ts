import { Type } from 'typebox';
import { UserSchema } from '../users/users.schemas.js';

export const EventsQuerySchema = Type.Object({
  after: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The cursor of what one has; without it, from the oldest that is kept',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 30,
      default: 0,
      description: 'Seconds to wait for the next event while there is none',
    }),
  ),
});

export const EventsHeadersSchema = Type.Object({
  accept: Type.Optional(
    Type.String({ description: '`text/event-stream`: as server-sent events, without end' }),
  ),
  'last-event-id': Type.Optional(
    Type.String({ maxLength: 100, description: 'Of server-sent events: the same as `after`' }),
  ),
});

const EventSchema = Type.Object(
  {
    specversion: Type.String(),
    id: Type.String({ description: 'The same whenever the event is read' }),
    source: Type.String(),
    type: Type.String({
      enum: ['user.registered', 'user.updated', 'user.deleted', 'user.verified'],
    }),
    subject: Type.String({ description: 'The ID of the user' }),
    time: Type.String({ description: 'RFC 3339, UTC' }),
    datacontenttype: Type.Optional(Type.String()),
    data: Type.Optional(UserSchema),
  },
  {
    title: 'UserEvent',
    description:
      'CloudEvents 1.0. `data` is the user after the change; a deletion has none, nor has any event of a user who was deleted since.',
  },
);

const EventsSchema = Type.Object(
  {
    events: Type.Array(EventSchema),
    cursor: Type.String({ description: 'Where to go on, also when there were none' }),
  },
  { title: 'UserEvents' },
);

/** An `object` to the compiler, because the handler also sends a stream of text. */
export const eventsResponse: object = {
  description: 'Events in an order in which those of one user follow their commits',
  content: {
    'application/json': { schema: EventsSchema },
    'text/event-stream': {
      schema: Type.String({ description: 'Each event as its `data`, its cursor as its `id`' }),
    },
  },
};
