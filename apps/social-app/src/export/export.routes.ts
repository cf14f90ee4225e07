import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problemResponses } from '@triptych/schemas';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import type { Caller } from '../sessions/sessions.js';
import { exportResponse } from './export.schemas.js';

export interface ExportRoutesOptions {
  readonly guard: SessionGuard;
  readonly exportOf: (caller: Caller) => AsyncIterable<string>;
}

const schema = {
  tags: ['account'],
  response: { 200: exportResponse, ...problemResponses({ 401: 'Not signed in.' }) },
};
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-disposition': 'attachment; filename="social-app-export.json"',
  'cache-control': 'no-store',
};

export const exportRoutes: FastifyPluginAsyncTypebox<ExportRoutesOptions> = async (
  app,
  { guard, exportOf },
) => {
  // A HEAD would read everything and send nothing.
  const options = { exposeHeadRoute: false, onRequest: guard.authenticate, schema };
  app.get('/account/export', options, (request, reply) =>
    reply.headers(headers).send(Readable.from(exportOf(guard.callerOf(request)))),
  );
};
