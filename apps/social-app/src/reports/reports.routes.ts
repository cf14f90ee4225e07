import { operationsOf, type Server } from '@triptych/service-host';
import { MessageNotFound, ReportedNotFound } from './reports.errors.js';
import type { Reports } from './reports.js';
import { ReportBodySchema, ReportedSchema } from './reports.schemas.js';

const report = operationsOf('safety')('reportPerson', 'Report someone to the operator', {
  body: ReportBodySchema,
  response: { 200: ReportedSchema },
  errors: [ReportedNotFound, MessageNotFound],
});

export async function reportsRoutes(app: Server, { reports }: { reports: Reports }) {
  app.post('/report', report, ({ caller, body }) => reports.report(caller.userId, body));
}
