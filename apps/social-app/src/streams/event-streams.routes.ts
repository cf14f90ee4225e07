import { operationsOf, type Server } from '@triptych/service-host';
import { Type } from 'typebox';
import { checkUser } from '../sessions/session-guard.hook.js';
import { TooManyStreams } from './event-streams.errors.js';
import { parseEventId } from './event-position.js';
import type { EventStreams } from './event-streams.js';

const EventsQuerySchema = Type.Object({
  since: Type.Optional(
    Type.String({ description: 'The last event one has, where `Last-Event-ID` cannot be sent.' }),
  ),
  'expected-user': Type.Optional(
    Type.String({ description: 'As the header of this name, which an `EventSource` cannot send.' }),
  ),
  wait: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 30,
      description:
        'Seconds. The response ends by then, and as soon as there is something to tell: for clients behind a proxy ' +
        'that passes on nothing before the end.',
    }),
  ),
});

const EventsHeadersSchema = Type.Object({
  'last-event-id': Type.Optional(Type.String({ description: 'Sent by browsers on their own.' })),
});

/** An `object` to the compiler, because the handler sends a stream of text and no string. */
const eventStreamResponse: object = {
  description:
    'Server-sent events. The first of a new stream is `ready` with the cursor; `reset` means that events ' +
    'between the given id and the cursor are gone and state must be fetched anew. Then, each with an id: ' +
    '`friend_request`, `friend_request_sent`, `new_friend`, `request_denied`, `request_cancelled`, ' +
    '`removed_friend`, `blocked`, `unblocked`, `person_erased`, `message`, `message_edited`, `message_deleted`, ' +
    '`message_hidden`, `reaction`, `message_pinned`, `message_unpinned`, `read`, `mute`, ' +
    '`expiry`, `archive`, `unread`, `draft`, `settings`. Without an id, sent once and never repeated: `presence_list`, ' +
    '`presence`, `presence_unknown`, `person_changed`, `typing`, and `heartbeat` with the milliseconds until the next.',
  content: { 'text/event-stream': { schema: Type.String() } },
};

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Proxies of the nginx family buffer a response unless this header forbids it.
  'x-accel-buffering': 'no',
};

const options = {
  ...operationsOf('events')('streamEvents', 'Events of the caller as server-sent events', {
    description: '`HEAD` is not served (405): it would open a stream that nobody reads.',
    querystring: EventsQuerySchema,
    headers: EventsHeadersSchema,
    response: { 200: eventStreamResponse },
    errors: [TooManyStreams],
  }),
  exposeHeadRoute: false,
};

export async function eventStreamsRoutes(app: Server, { streams }: { streams: EventStreams }) {
  app.addHook('preClose', async () => streams.close());

  app.get('/events', options, ({ caller, headers, query }, reply) => {
    checkUser(query['expected-user'], caller);
    const id = headers['last-event-id'] || query.since;
    const briefMs = query.wait === undefined ? null : query.wait * 1_000;
    const subscriber = streams.open(caller, id ? parseEventId(id) : null, briefMs);
    // Node keeps the many strings of a head in memory for as long as the response lasts, unless it is sent by itself.
    subscriber.once('resume', () => reply.raw.flushHeaders());
    return reply.headers(streamHeaders).send(subscriber);
  });
}
