import { clientAddress, type Server } from '@triptych/service-host';
import { toCacheStatus } from './cache-status.js';
import { purgeHeaders } from './purge-names.js';
import type { EncodeReply } from './content-coding.js';
import { currentScope, inNewScope } from './request-scope.js';

/** One deadline for all outbound calls of a request; `Cache-Status` and names to purge by on its reply. `deadline` in milliseconds. */
export function scopeRequests(app: Server, deadline: number, encode: EncodeReply): void {
  app.addHook('onRequest', (request, reply, done) => {
    // The socket, too: replies that wait behind another one of a pipeline hear nothing of its end.
    const isAbandoned = () => reply.raw.closed || request.raw.socket.destroyed;
    const requester = { client: clientAddress(request), isAbandoned, encode };
    inNewScope(deadline, done, { ...requester, requestId: request.id });
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const events = currentScope()?.cacheEvents ?? [];
    // A reply that no cache in front may keep has nothing to be purged by.
    if (events.length > 0 && !reply.hasHeader('cache-status') && isKept(request.method))
      void reply.headers({ 'cache-status': toCacheStatus(events), ...purgeHeaders(events) });
    done(null, payload);
  });
}

const isKept = (method: string) => method === 'GET' || method === 'HEAD';
