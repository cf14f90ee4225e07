import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { bearSlowClient } from '@triptych/service-host';
import type { Management } from './management.js';
import {
  apiKeySecurity as security,
  ExportQuerySchema,
  exportResponses,
  importResponses,
  managementTags as tags,
} from './management.schemas.js';
import { outcomesToNdjson, usersToNdjson } from './transfer-mapping.js';
import type { UserImport } from './user-import.js';

const ndjson = 'application/x-ndjson; charset=utf-8';

/** A colon in the path: `::` is one that does not begin a parameter. */
export const transferRoutes: FastifyPluginAsyncTypebox<{
  management: Management;
  importUsers: UserImport;
}> = async (app, { management, importUsers }) => {
  // The body of an import is read line by line, whatever its Content-Type says.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  app.get(
    '/users::export',
    {
      schema: {
        operationId: 'exportUsers',
        summary: 'All users as newline-delimited JSON',
        tags,
        security,
        querystring: ExportQuerySchema,
        response: exportResponses,
      },
    },
    (request, reply) => {
      const { after = '', email_prefix: prefix = '' } = request.query;
      bearSlowClient(request);
      const lines = usersToNdjson(management.exportAll({ after, prefix }));
      return reply.type(ndjson).send(Readable.from(lines, { objectMode: false }));
    },
  );

  app.post(
    '/users::import',
    {
      schema: {
        operationId: 'importUsers',
        summary: 'Register a user for each line of newline-delimited JSON',
        description:
          'The answer comes while the body is sent: read the one while you write the other.',
        tags,
        security,
        consumes: ['application/x-ndjson'],
        response: importResponses,
      },
    },
    (request, reply) => {
      bearSlowClient(request);
      // Whoever breaks off may leave part of the body in the connection; it is not used again.
      void reply.header('connection', 'close').type(ndjson);
      const body = (request.body ?? Readable.from([])) as Readable;
      return reply.send(Readable.from(outcomesToNdjson(importUsers(body)), { objectMode: false }));
    },
  );
};
