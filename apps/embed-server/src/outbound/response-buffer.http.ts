import { UpstreamTimeout } from '@triptych/http-client';
import type { BufferBudget } from './buffer-budget.js';
import { hostOf, type Interceptor } from './interceptor.http.js';
import { ServerBusy } from '../http/server-busy.errors.js';

/** All calls share one budget of memory for bodies that are being read; a body that has no share of it yet waits. */
export function limitBuffers(budget: BufferBudget): Interceptor {
  return (next) => async (request) => {
    const reservation = budget.open({
      groups: [`host ${hostOf(request.url)}`, `client ${request.client}`],
      end: () => request.end(new ServerBusy('its body came slowly while others waited for memory')),
    });
    try {
      return await next({
        ...request,
        beforePiece: (bytes, ended) => reservation.reserve(bytes, ended),
      });
    } catch (error) {
      const late = error instanceof UpstreamTimeout;
      // Time that a body waited for memory is not the host's fault.
      throw late && reservation.hasWaited() ? new ServerBusy('its body waited for memory') : error;
    } finally {
      reservation.release();
    }
  };
}
