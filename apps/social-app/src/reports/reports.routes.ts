import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { SessionGuard } from '../sessions/session-guard.hook.js';
import { MessageNotFound, ReportedNotFound } from './reports.errors.js';
import type { Reports } from './reports.js';
import * as schemas from './reports.schemas.js';

export interface ReportsRoutesOptions {
  readonly guard: SessionGuard;
  readonly reports: Reports;
}

const schema = {
  operationId: 'reportPerson',
  summary: 'Report someone to the operator',
  tags: ['safety'],
  body: schemas.ReportBodySchema,
  response: { 200: schemas.ReportedSchema },
};

export const reportsRoutes: FastifyPluginAsyncTypebox<ReportsRoutesOptions> = async (
  app,
  { guard, reports },
) => {
  const config = { errors: [ReportedNotFound, MessageNotFound] };
  app.post('/report', { onRequest: guard.authenticate, config, schema }, (request) =>
    reports.report(guard.callerOf(request).userId, request.body),
  );
};
