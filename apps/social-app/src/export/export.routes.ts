import { Readable } from 'node:stream';
import type { Server } from '@triptych/service-host';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import type { Caller } from '../sessions/sessions.js';
import { exportResponse } from './export.schemas.js';

const schema = {
  operationId: 'exportAccount',
  summary: 'Everything stored about the caller, as a file',
  tags: ['account'],
  response: { 200: exportResponse },
};
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-disposition': 'attachment; filename="social-app-export.json"',
  'cache-control': 'no-store',
};

export async function exportRoutes(
  app: Server,
  { guard, exportOf }: { guard: SessionGuard; exportOf: (caller: Caller) => AsyncIterable<string> },
) {
  // A HEAD would read everything and send nothing.
  const options = { exposeHeadRoute: false, onRequest: guard.authenticate, schema };
  app.get('/account/export', options, (request, reply) =>
    reply.headers(headers).send(Readable.from(exportOf(guard.callerOf(request)))),
  );
}
