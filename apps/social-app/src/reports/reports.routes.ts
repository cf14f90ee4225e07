import { operationsOf, type Server } from '@triptych/service-host';
import { Type } from 'typebox';
import { MessageNotFound, ReportedNotFound } from './reports.errors.js';
import type { Reports } from './reports.js';

const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

const ReportBodySchema = Type.Object({
  userId: Type.String({ description: 'Whom the report is about.' }),
  reason: Type.Union(
    [
      Type.Literal('spam'),
      Type.Literal('harassment'),
      Type.Literal('threat'),
      Type.Literal('impersonation'),
      Type.Literal('illegal'),
      Type.Literal('other'),
    ],
    { description: 'What it is.' },
  ),
  note: Type.Optional(Type.String({ maxLength: 2000, description: 'In one’s own words.' })),
  messageIds: Type.Optional(
    Type.Array(Type.String({ pattern: uuid }), {
      maxItems: 50,
      uniqueItems: true,
      description: 'Messages of the chat between the two; their text is kept with the report.',
    }),
  ),
});

const ReportedSchema = Type.Object(
  { id: Type.String({ format: 'uuid', description: 'For asking the operator about it.' }) },
  { description: 'Kept for the operator.' },
);

const report = operationsOf('safety')('reportPerson', 'Report someone to the operator', {
  body: ReportBodySchema,
  response: { 200: ReportedSchema },
  errors: [ReportedNotFound, MessageNotFound],
});

export async function reportsRoutes(app: Server, { reports }: { reports: Reports }) {
  app.post('/report', report, ({ caller, body }) => reports.report(caller.userId, body));
}
