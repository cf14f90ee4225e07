import { setTimeout as pause } from 'node:timers/promises';
import { parseCursor, type Place } from './event-cursor.js';
import { CursorExpired, InvalidCursor } from './events.errors.js';
import type { UserEvent } from './user-event.js';

export interface EventLog {
  /**
   * The next events, oldest first, of one user in the order of the changes; null: what came after this place is not all
   * there any more.
   *
   * @param after null: from the oldest that is kept
   */
  read(after: Place | null, limit: number): Promise<UserEvent[] | null>;
  /** The cursor of who has read everything. */
  newest(): Promise<string>;
}

export interface Page {
  readonly events: readonly UserEvent[];
  /** Where to go on, also when there were none. */
  readonly cursor: string;
}

/** How often a waiting reader looks, in milliseconds: a change made at another replica is seen as soon as one made here. */
const pauseMs = 250;
/** More readers than these look less often, so that all together cost the database no more. */
const readersAtThatPace = 100;

export type Events = ReturnType<typeof createEvents>;

export function createEvents(log: EventLog) {
  const closing = new AbortController();
  let waiting = 0;

  async function read(cursor: string | undefined, limit: number): Promise<Page> {
    const after = cursor === undefined ? null : parseCursor(cursor);
    if (cursor !== undefined && after === null) throw new InvalidCursor();
    // Before the read: what is written between the two is read by the next.
    const newest = cursor ?? (await log.newest());
    const events = await log.read(after, limit);
    if (events === null) throw new CursorExpired();
    return { events, cursor: events.at(-1)?.cursor ?? newest };
  }

  return {
    /** The cursor of this moment: all that is committed later comes after it. */
    newest: () => log.newest(),

    /**
     * The next events after `cursor`; with none, it looks again until there are some, or `waitMs` are over.
     *
     * @throws InvalidCursor, CursorExpired
     */
    async next(
      { cursor, limit, waitMs }: { cursor: string | undefined; limit: number; waitMs: number },
      aborted: AbortSignal,
    ): Promise<Page> {
      const end = performance.now() + waitMs;
      let page = await read(cursor, limit);
      if (page.events.length > 0 || waitMs === 0) return page;
      const stop = AbortSignal.any([aborted, closing.signal]);
      waiting += 1;
      try {
        while (page.events.length === 0 && performance.now() < end && !stop.aborted) {
          const spread = pauseMs * Math.max(1, waiting / readersAtThatPace);
          // Aborted, it is over sooner.
          await pause(Math.min(spread, end - performance.now()), null, { signal: stop }).catch(
            () => {},
          );
          page = await read(page.cursor, limit);
        }
        return page;
      } finally {
        waiting -= 1;
      }
    },

    /** Ends all waiting, so that a stop need not wait for it. */
    close: () => closing.abort(),
    isClosing: () => closing.signal.aborted,
  };
}
