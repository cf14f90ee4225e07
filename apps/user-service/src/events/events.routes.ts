import { Readable } from 'node:stream';
import { allowSlowConsumer, operationsOf, type Server } from '@triptych/service-host';
import { ApiKeyRequired } from '../access/access.errors.js';
import { requireScope } from '../access/api-key.hook.js';
import { CursorExpired, InvalidCursor } from './events.errors.js';
import type { Events } from './events.js';
import { streamEvents } from './event-stream.js';
import * as schemas from './events.schemas.js';
import { eventToWire } from './user-event.js';

const read = {
  ...operationsOf('events')('readEvents', 'Read the changes of users', {
    description:
      'Every registration, edit, import line and deletion, from the transaction that made it; none is skipped. Begin with ' +
      '`GET /users:export`, whose `Events-Cursor` header says where the events go on. `HEAD` is not served (405).',
    querystring: schemas.EventsQuerySchema,
    headers: schemas.EventsHeadersSchema,
    response: { 200: schemas.eventsResponse },
    errors: [InvalidCursor, CursorExpired],
  }),
  exposeHeadRoute: false,
  onRequest: requireScope('events'),
};

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies of the nginx family buffer a response unless this header forbids it.
  'x-accel-buffering': 'no',
};

export async function eventsRoutes(app: Server, { events }: { events: Events }) {
  app.addHook('preClose', async () => events.close());

  app.get('/events', read, async (request, reply) => {
    const { query, headers, raw } = request;
    const { after, limit = 100, wait = 0 } = query;
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    if (/\btext\/event-stream\b/.test(headers.accept ?? '')) {
      const cursor = headers['last-event-id'] || after;
      // A cursor that is wrong or too old is a reply, not the end of a stream.
      const first = await events.next({ cursor, limit, waitMs: 0 }, gone.signal);
      allowSlowConsumer({ raw });
      const reader = { gone: gone.signal, isStillAllowed: request.isStillAllowed };
      return reply.headers(streamHeaders).send(Readable.from(streamEvents(events, first, reader)));
    }
    if (wait > 0) allowSlowConsumer({ raw });
    const page = await events.next({ cursor: after, limit, waitMs: wait * 1000 }, gone.signal);
    if (wait > 0 && !(await request.isStillAllowed())) throw new ApiKeyRequired();
    return reply
      .type('application/json; charset=utf-8')
      .send({ events: page.events.map(eventToWire), cursor: page.cursor });
  });
}
