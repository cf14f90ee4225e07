import { setImmediate as nextTurn } from 'node:timers/promises';

/** Runs work strictly one after another. */
export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * One at a time, with a turn of the event loop after each.
 *
 * PGlite settles its promises in microtasks: without the pause, queued queries would keep timers and sockets
 * from being served until the queue is empty.
 */
export function createTurnstile(): Turnstile {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = tail.then(work);
    tail = result.then(
      () => nextTurn(),
      () => nextTurn(),
    );
    return result;
  };
}
