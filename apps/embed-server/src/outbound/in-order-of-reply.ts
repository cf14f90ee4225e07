import { within } from '../http/within.js';

/** What a call brought. */
export type CallOutcome<T> =
  { readonly at: number; readonly reply: T } | { readonly at: number; readonly failure: unknown };

/**
 * What calls to several sources bring, in the order in which they reply; the best source comes first. The next one is asked when
 * those before it brought nothing that the reader wants, and when they have brought nothing for so many milliseconds: a source
 * that hangs holds up the others no longer than that. Who stops reading leaves the calls that still run to themselves.
 *
 * @param wait milliseconds
 */
export async function* inOrderOfReply<T>(
  calls: readonly (() => Promise<T>)[],
  wait: number,
): AsyncGenerator<CallOutcome<T>, void> {
  const running = new Map<number, Promise<CallOutcome<T>>>();
  let next = 0;
  const startNext = () => {
    const at = next;
    const call = calls[at];
    if (call === undefined) return;
    next += 1;
    running.set(
      at,
      call().then(
        (reply) => ({ at, reply }),
        (failure: unknown) => ({ at, failure }),
      ),
    );
  };
  startNext();
  while (running.size > 0) {
    const first = Promise.race(running.values());
    const outcome = next < calls.length ? await within(wait, first, () => null) : await first;
    if (outcome !== null) {
      running.delete(outcome.at);
      yield outcome;
    }
    startNext();
  }
}
