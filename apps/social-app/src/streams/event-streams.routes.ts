import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problemResponses } from '@triptych/schemas';
import type { FastifyRequest } from 'fastify';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import {
  EventsHeadersSchema,
  EventsQuerySchema,
  eventStreamResponse,
  parseLastEventId,
} from './event-streams.schemas.js';
import type { EventStreams } from './event-streams.js';

export interface EventsRoutesOptions {
  readonly guard: SessionGuard;
  readonly live: EventStreams;
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Proxies of the nginx family hold a body back unless told.
  'x-accel-buffering': 'no',
};

export const eventProblemCodes = ['unauthenticated', 'too_many_streams'];

export const eventsRoutes: FastifyPluginAsyncTypebox<EventsRoutesOptions> = async (
  app,
  { guard, live },
) => {
  app.addHook('preClose', async () => live.close());

  const schema = {
    tags: ['events'],
    querystring: EventsQuerySchema,
    headers: EventsHeadersSchema,
    response: {
      200: eventStreamResponse,
      ...problemResponses({ 401: 'Not signed in.', 429: 'Too many streams are open.' }),
    },
  };
  // A HEAD route would open a stream that nobody reads.
  const options = { exposeHeadRoute: false, onRequest: guard.authenticate, schema };
  app.get('/events', options, (request, reply) => {
    const since = parseLastEventId(request.headers['last-event-id'], request.query.since);
    const body = live.open(guard.callerOf(request), since);
    forgetHeaders(request);
    return reply.headers(streamHeaders).send(body);
  });
};

/** They would be held for as long as the stream is open, and nothing asks for them any more. */
function forgetHeaders({ raw }: FastifyRequest): void {
  raw.rawHeaders = [];
  raw.headers = {};
}
