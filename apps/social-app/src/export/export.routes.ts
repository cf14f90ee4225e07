import { Readable } from 'node:stream';
import { operationsOf, type Server } from '@triptych/service-host';
import { TooManyRequests } from '../http/http.errors.js';
import type { ExportOf } from './export.js';
import { exportResponse } from './export.schemas.js';

const summary = 'Everything stored about the caller, as a file';
const options = {
  ...operationsOf('account')('exportAccount', summary, {
    description: '`HEAD` is not served (405): it would read everything and send nothing.',
    response: { 200: exportResponse },
    errors: [TooManyRequests],
  }),
  exposeHeadRoute: false,
};
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-disposition': 'attachment; filename="social-app-export.json"',
  'cache-control': 'no-store',
};

export async function exportRoutes(app: Server, { exportOf }: { exportOf: ExportOf }) {
  app.get('/account/export', options, async ({ caller }, reply) => {
    const { pieces, end } = await exportOf(caller);
    // Also of a client that goes away before the first piece.
    const file = Readable.from(pieces).once('close', end);
    return reply.headers(headers).send(file);
  });
}
