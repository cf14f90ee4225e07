import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import {
  EventsHeadersSchema,
  EventsQuerySchema,
  eventStreamResponse,
  parseLastEventId,
} from './event-streams.schemas.js';
import { TooManyStreams } from './event-streams.errors.js';
import type { EventStreams } from './event-streams.js';

export interface EventStreamsRoutesOptions {
  readonly guard: SessionGuard;
  readonly streams: EventStreams;
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Proxies of the nginx family buffer a response unless this header forbids it.
  'x-accel-buffering': 'no',
};

export const eventStreamsRoutes: FastifyPluginAsyncTypebox<EventStreamsRoutesOptions> = async (
  app,
  { guard, streams },
) => {
  app.addHook('preClose', async () => streams.close());

  const schema = {
    operationId: 'streamEvents',
    summary: 'Events of the caller as server-sent events',
    tags: ['events'],
    querystring: EventsQuerySchema,
    headers: EventsHeadersSchema,
    response: { 200: eventStreamResponse },
  };
  const options = {
    // A HEAD route would open a stream that nobody reads.
    exposeHeadRoute: false,
    onRequest: guard.authenticate,
    config: { errors: [TooManyStreams] },
    schema,
  };
  app.get('/events', options, (request, reply) => {
    const since = parseLastEventId(request.headers['last-event-id'], request.query.since);
    const subscriber = streams.open(guard.callerOf(request), since);
    // Node keeps the many strings of a head in memory for as long as the response lasts, unless it is sent by itself.
    subscriber.once('resume', () => reply.raw.flushHeaders());
    return reply.headers(streamHeaders).send(subscriber);
  });
};
