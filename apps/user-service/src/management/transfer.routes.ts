import { Readable } from 'node:stream';
import { allowSlowConsumer, operationsOf, streamBodies, type Server } from '@triptych/service-host';
import { actorOf } from '../access/actor.js';
import { requireScope } from '../access/api-key.hook.js';
import { whileAllowed } from '../access/while-allowed.js';
import type { Events } from '../events/events.js';
import type { Verification } from '../verification/verification.js';
import { usersToWire } from './managed-user.js';
import type { Management } from './management.js';
import * as schemas from './management.schemas.js';
import { outcomesToNdjson, usersToNdjson } from './transfer-mapping.js';
import type { UserImport } from './user-import.js';

const ndjson = 'application/x-ndjson; charset=utf-8';
const operation = operationsOf('management');
const exporting = operation('exportUsers', 'Export all users as newline-delimited JSON', {
  description: '`Events-Cursor` says where `GET /events` goes on from this export.',
  querystring: schemas.ExportQuerySchema,
  response: { 200: schemas.exportResponse },
});
const summary = 'Register a user for each line of newline-delimited JSON';
const importing = operation('importUsers', summary, {
  description:
    'The response is sent while the body arrives: read the one while you write the other.',
  response: { 200: schemas.importResponse },
});

interface TransferParts {
  readonly management: Management;
  readonly importUsers: UserImport;
  readonly events: Pick<Events, 'newest'>;
  readonly verification?: Verification | undefined;
}

// In a path `::` is a colon that does not begin a parameter.
export async function transferRoutes(
  app: Server,
  { management, importUsers, events, verification }: TransferParts,
) {
  const toWire = usersToWire(verification);
  // The body of an import is read line by line, whatever its Content-Type says.
  streamBodies(app);

  app.get(
    '/users::export',
    { ...exporting, onRequest: requireScope('read') },
    async (request, reply) => {
      const { after = '', email_prefix: prefix = '' } = request.query;
      allowSlowConsumer(request);
      // Read first: what changes while the users are read comes again as an event.
      void reply.header('events-cursor', await events.newest());
      const pages = whileAllowed(management.exportAll({ after, prefix }), request.isStillAllowed);
      const lines = usersToNdjson(pages, toWire);
      return reply.type(ndjson).send(Readable.from(lines, { objectMode: false }));
    },
  );

  const config = { ...importing.config, streamedBody: schemas.importBody };
  app.post(
    '/users::import',
    { ...importing, config, onRequest: requireScope('write') },
    (request, reply) => {
      allowSlowConsumer(request);
      // A client that breaks off may leave part of the body in the connection, so it is not used again.
      void reply.header('connection', 'close').type(ndjson);
      const body = (request.body ?? Readable.from([])) as Readable;
      const outcomes = importUsers(whileAllowed(body, request.isStillAllowed), actorOf(request));
      return reply.send(Readable.from(outcomesToNdjson(outcomes), { objectMode: false }));
    },
  );
}
