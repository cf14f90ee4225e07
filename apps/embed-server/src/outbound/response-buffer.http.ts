import { UpstreamTimeout } from '@triptych/http-client';
import type { Interceptor } from './interceptor.http.js';
import { ServerBusy } from './upstream.errors.js';

/** All calls share one budget of memory for bodies that are being read; a body that has no share of it yet waits. */
export function limitBuffers(budget: BufferBudget): Interceptor {
  return (next) => async (request) => {
    const reservation = budget.open();
    try {
      return await next({
        ...request,
        beforePiece: (bytes, signal) => reservation.reserve(bytes, signal),
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

/** The memory that one body takes. */
export interface Reservation {
  /** Waits until so many more bytes are free. Throws ServerBusy when the signal ends the wait. */
  reserve(bytes: number, signal: AbortSignal): Promise<void>;
  /** Whether it ever had to wait. */
  hasWaited(): boolean;
  /** Frees all of them. */
  release(): void;
}

export interface BufferBudget {
  open(): Reservation;
}

/**
 * `total` and `largest` in bytes. A body reserves what has arrived of it, so a host that sends slowly holds next to
 * nothing. When the budget is used up, all bodies wait but one: as much as the largest body needs is kept for the first
 * that had to wait, so that it is read to its end and frees its memory.
 */
export function createBufferBudget(total: number, largest: number): BufferBudget {
  const queue = createQueue();
  let used = 0;
  let first: Reservation | null = null;

  function fits(reservation: Reservation, bytes: number): boolean {
    if (used + bytes <= total - largest) return true;
    first ??= reservation;
    return first === reservation;
  }

  function open(): Reservation {
    let held = 0;
    let waited = false;
    const tryReserve = (bytes: number) => {
      if (!fits(reservation, bytes)) return false;
      used += bytes;
      held += bytes;
      return true;
    };
    const reservation: Reservation = {
      reserve: async (bytes, signal) => {
        if (tryReserve(bytes)) return;
        waited = true;
        await queue.wait(() => tryReserve(bytes), signal);
      },
      hasWaited: () => waited,
      release() {
        used -= held;
        held = 0;
        if (first === reservation) first = null;
        queue.tryAll();
      },
    };
    return reservation;
  }

  return { open };
}

/** Those who wait, in the order in which they came. */
function createQueue() {
  const waiting = new Set<() => boolean>();

  function wait(tryAgain: () => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        waiting.delete(admit);
        reject(new ServerBusy('no memory for its body'));
      };
      const admit = () => {
        if (!tryAgain()) return false;
        signal.removeEventListener('abort', stop);
        resolve();
        return waiting.delete(admit);
      };
      waiting.add(admit);
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
    });
  }

  return { wait, tryAll: () => [...waiting].forEach((admit) => admit()) };
}
