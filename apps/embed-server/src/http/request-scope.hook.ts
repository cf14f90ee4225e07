import type { FastifyInstance } from 'fastify';
import { toCacheStatus } from './cache-status-mapping.js';
import { currentScope, inNewScope } from './request-scope.js';

/** A clock for all outbound calls of a request, and `Cache-Status` on its answer. `deadline` in ms. */
export function scopeRequests(app: FastifyInstance, deadline: number): void {
  app.addHook('onRequest', (_request, _reply, done) => inNewScope(deadline, done));
  app.addHook('onSend', (_request, reply, payload, done) => {
    const notes = currentScope()?.notes ?? [];
    if (notes.length > 0 && !reply.hasHeader('cache-status'))
      void reply.header('cache-status', toCacheStatus(notes));
    done(null, payload);
  });
}
