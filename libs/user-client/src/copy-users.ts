import type { User, UserEvent } from './api-types.js';
import type { CallService } from './call-service.js';
import { eventPages } from './read-events.js';
import { exportUsers } from './transfer-users.js';
import { CursorExpiredError } from './user-service-error.js';

/** What a consumer does with its copy of the users, in the order in which it gets them. */
export type Change =
  /** Forget the copy: the whole table follows. */
  | { readonly kind: 'reset' }
  /** Keep this user under the ID, in the place of what is there. */
  | { readonly kind: 'put'; readonly user: User }
  /** Remove the user with this ID, if there is one. */
  | { readonly kind: 'remove'; readonly id: string }
  /**
   * Store the cursor with the copy: a run with it as `after` goes on from here. `live`: the copy is the table as it was when the
   * page was read; until the first of them it may mix several moments.
   */
  | { readonly kind: 'checkpoint'; readonly cursor: string; readonly live: boolean };

export interface CopyOptions {
  /** The cursor of the last checkpoint; without it, or once it has expired, the whole table comes first. */
  readonly after?: string | undefined;
  /** The most events between two checkpoints, 1 to 1000. */
  readonly limit?: number | undefined;
  /** Ends the copy, which then throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Everything that a consumer needs to have, and to keep, an exact copy of the users, without end: an export, and then the feed
 * from the cursor of before the export. What changed meanwhile comes again, so that the later one wins.
 */
export async function* copyUsers(
  call: CallService,
  { after, limit = 1000, signal }: CopyOptions = {},
): AsyncGenerator<Change> {
  for (let cursor = after; ; cursor = undefined) {
    const isAnew = cursor === undefined;
    if (cursor === undefined) cursor = yield* wholeTable(call, signal);
    let pages = 0;
    let wasLive = false;
    try {
      for await (const page of eventPages(call, { after: cursor, limit, signal })) {
        pages += 1;
        for (const event of page.events) {
          signal?.throwIfAborted();
          yield changeOf(event);
        }
        const live = page.events.length < limit;
        // A feed where nothing happens says so once.
        if (page.events.length > 0 || !wasLive)
          yield { kind: 'checkpoint', cursor: page.cursor, live };
        wasLive = live;
      }
    } catch (error) {
      // Right after an export it would be so again.
      const helps = error instanceof CursorExpiredError && !(isAnew && pages === 0);
      if (!helps) throw error;
    }
  }
}

async function* wholeTable(
  call: CallService,
  signal: AbortSignal | undefined,
): AsyncGenerator<Change, string> {
  const { cursor, users } = await exportUsers(call, { signal });
  yield { kind: 'reset' };
  for await (const user of users) yield { kind: 'put', user };
  yield { kind: 'checkpoint', cursor, live: false };
  return cursor;
}

/** An event without `data` is of a user who is deleted by now, or by this event. */
function changeOf({ type, subject, data }: UserEvent): Change {
  if (type === 'user.deleted' || data === undefined) return { kind: 'remove', id: subject };
  return { kind: 'put', user: data };
}
