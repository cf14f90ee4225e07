import { clientAddress, type Server } from '@triptych/service-host';
import { toCacheStatus } from './cache-status.js';
import type { EncodeReply } from './content-coding.js';
import { currentScope, inNewScope } from './request-scope.js';

/** One deadline for all outbound calls of a request, and `Cache-Status` on its reply. `deadline` in milliseconds. */
export function scopeRequests(app: Server, deadline: number, encode: EncodeReply): void {
  app.addHook('onRequest', (request, reply, done) => {
    // The socket, too: replies that wait behind another one of a pipeline hear nothing of its end.
    const isAbandoned = () => reply.raw.closed || request.raw.socket.destroyed;
    inNewScope(deadline, done, { client: clientAddress(request), isAbandoned, encode });
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    const events = currentScope()?.cacheEvents ?? [];
    if (events.length > 0 && !reply.hasHeader('cache-status'))
      void reply.header('cache-status', toCacheStatus(events));
    done(null, payload);
  });
}
