import { ServerBusy } from './upstream.errors.js';

/** What one body takes of the room. */
export interface Seat {
  /** Waits until so many bytes more have room. Throws ServerBusy when the signal ends the wait. */
  take(bytes: number, signal: AbortSignal): Promise<void>;
  /** Whether it ever had to wait. */
  hasWaited(): boolean;
  /** Gives all of them back. */
  leave(): void;
}

/** Memory for the bodies that are on their way, all hosts together. */
export interface BodyRoom {
  enter(): Seat;
}

/**
 * `total` and `largest` in bytes. A body takes what has come of it: a host that drips holds next to nothing. When the
 * room is full, bodies pause, but for one: as much as the largest needs is left for the first that had to wait, so
 * that it comes to its end and makes room.
 */
export function createBodyRoom(total: number, largest: number): BodyRoom {
  const queue = createQueue();
  let used = 0;
  let favoured: Seat | null = null;

  function fits(seat: Seat, bytes: number): boolean {
    if (used + bytes <= total - largest) return true;
    favoured ??= seat;
    return favoured === seat;
  }

  function enter(): Seat {
    let held = 0;
    let waited = false;
    const tryTake = (bytes: number) => {
      if (!fits(seat, bytes)) return false;
      used += bytes;
      held += bytes;
      return true;
    };
    const seat: Seat = {
      take: async (bytes, signal) => {
        if (tryTake(bytes)) return;
        waited = true;
        await queue.wait(() => tryTake(bytes), signal);
      },
      hasWaited: () => waited,
      leave() {
        used -= held;
        held = 0;
        if (favoured === seat) favoured = null;
        queue.tryAll();
      },
    };
    return seat;
  }

  return { enter };
}

/** Those who wait, in the order in which they came. */
function createQueue() {
  const waiting = new Set<() => boolean>();

  function wait(tryAgain: () => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        waiting.delete(admit);
        reject(new ServerBusy('no room for its answer'));
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
