import { operationsOf, type Server } from '@triptych/service-host';
import type { Audit } from '../audit/audit.js';
import { entryToWire } from '../audit/audit-mapping.js';
import * as schemas from '../audit/audit.schemas.js';
import { requireScope } from './api-key.hook.js';

const read = operationsOf('audit')('readAudit', 'Read who changed what, the newest first', {
  description:
    'Changes of users and keys by their keys, from the transaction that made them, and refusals (401, 403). Nobody is ' +
    'named but by the ID.',
  querystring: schemas.AuditQuerySchema,
  response: { 200: schemas.AuditSchema },
});

export async function auditRoutes(app: Server, { audit }: { audit: Audit }) {
  const options = { ...read, onRequest: requireScope('admin') };
  app.get('/audit', options, async ({ query: { after, limit = 100, action, key } }) => {
    const { entries, more } = await audit.list({ after, limit, action, key });
    return {
      entries: entries.map(entryToWire),
      cursor: more ? (entries.at(-1)?.id ?? null) : null,
    };
  });
}
