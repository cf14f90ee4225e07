import { Readable } from 'node:stream';
import { operationsOf, type Server } from '@triptych/service-host';
import type { ExportOf } from './export.js';
import { exportResponse } from './export.schemas.js';

const summary = 'Everything stored about the caller, as a file';
const options = {
  ...operationsOf('account')('exportAccount', summary, {
    description: '`HEAD` is not served (405): it would read everything and send nothing.',
    response: { 200: exportResponse },
  }),
  exposeHeadRoute: false,
};
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-disposition': 'attachment; filename="social-app-export.json"',
  'cache-control': 'no-store',
};

export async function exportRoutes(app: Server, { exportOf }: { exportOf: ExportOf }) {
  app.get('/account/export', options, ({ caller }, reply) =>
    reply.headers(headers).send(Readable.from(exportOf(caller))),
  );
}
