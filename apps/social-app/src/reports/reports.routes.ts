import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { problemResponses } from '@triptych/schemas';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import type { Reports } from './reports.js';
import * as schemas from './reports.schemas.js';

export interface ReportsRoutesOptions {
  readonly guard: SessionGuard;
  readonly reports: Reports;
}

export const reportProblemCodes = ['person_not_found', 'message_not_found'];

const schema = {
  tags: ['safety'],
  body: schemas.ReportBodySchema,
  response: {
    200: schemas.ReportedSchema,
    ...problemResponses({
      401: 'Not signed in.',
      404: 'Nobody the caller has had to do with, or no message between the two.',
      422: 'The body does not have the documented shape.',
    }),
  },
};

export const reportsRoutes: FastifyPluginAsyncTypebox<ReportsRoutesOptions> = async (
  app,
  { guard, reports },
) => {
  app.post('/report', { onRequest: guard.authenticate, schema }, (request) =>
    reports.report(guard.callerOf(request).userId, request.body),
  );
};
