import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { allowSlowConsumer, streamBodies } from '@triptych/service-host';
import type { Management } from './management.js';
import {
  ExportQuerySchema,
  exportResponse,
  importBody,
  importResponse,
  managementTags as tags,
} from './management.schemas.js';
import { outcomesToNdjson, usersToNdjson } from './transfer-mapping.js';
import type { UserImport } from './user-import.js';

const ndjson = 'application/x-ndjson; charset=utf-8';

// In a path `::` is a colon that does not begin a parameter.
export const transferRoutes: FastifyPluginAsyncTypebox<{
  management: Management;
  importUsers: UserImport;
}> = async (app, { management, importUsers }) => {
  // The body of an import is read line by line, whatever its Content-Type says.
  streamBodies(app);

  app.get(
    '/users::export',
    {
      schema: {
        operationId: 'exportUsers',
        summary: 'Export all users as newline-delimited JSON',
        tags,
        querystring: ExportQuerySchema,
        response: { 200: exportResponse },
      },
    },
    (request, reply) => {
      const { after = '', email_prefix: prefix = '' } = request.query;
      allowSlowConsumer(request);
      const lines = usersToNdjson(management.exportAll({ after, prefix }));
      return reply.type(ndjson).send(Readable.from(lines, { objectMode: false }));
    },
  );

  app.post(
    '/users::import',
    {
      config: { streamedBody: importBody },
      schema: {
        operationId: 'importUsers',
        summary: 'Register a user for each line of newline-delimited JSON',
        description:
          'The response is sent while the body arrives: read the one while you write the other.',
        tags,
        response: { 200: importResponse },
      },
    },
    (request, reply) => {
      allowSlowConsumer(request);
      // A client that breaks off may leave part of the body in the connection, so it is not used again.
      void reply.header('connection', 'close').type(ndjson);
      const body = (request.body ?? Readable.from([])) as Readable;
      return reply.send(Readable.from(outcomesToNdjson(importUsers(body)), { objectMode: false }));
    },
  );
};
