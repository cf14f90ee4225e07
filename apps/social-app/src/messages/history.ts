import type { UserPair } from '../people/user-ids.js';
import { OneDirectionOnly } from './messages.errors.js';
import type { MessageStore, MessageRange } from './message-store.port.js';

export interface HistoryRequest {
  readonly before?: number;
  readonly after?: number;
  readonly around?: number;
  readonly limit?: number;
}

const defaultPage = 50;

/**
 * Pages of a chat: the newest, those before or after a number, or those around one; the newest message comes last.
 * `olderCursor` is for `before`, `newerCursor` for `after`, null at the end of the chat; `nextCursor` is the one that
 * goes on in the direction asked for.
 */
export async function readHistory(
  store: Pick<MessageStore, 'list'>,
  pair: UserPair,
  me: string,
  { before, after, around, limit = defaultPage }: HistoryRequest,
) {
  const positions = [before, after, around].filter((each) => each !== undefined);
  if (positions.length > 1) throw new OneDirectionOnly();
  const read = (range: MessageRange) => readRange(store, pair, me, range);

  if (after !== undefined) {
    const { messages, end } = await read({ from: after, direction: 'newer', limit });
    // Messages up to `after` are not read: there may be some.
    const olderCursor = after > 0 ? after + 1 : null;
    return { messages, olderCursor, newerCursor: end, nextCursor: end };
  }
  if (around !== undefined) {
    const [past, rest] = await Promise.all([
      read({ from: around + 1, direction: 'older', limit: Math.ceil(limit / 2) }),
      read({ from: around, direction: 'newer', limit: Math.floor(limit / 2) }),
    ]);
    const messages = [...past.messages.reverse(), ...rest.messages];
    return { messages, olderCursor: past.end, newerCursor: rest.end, nextCursor: past.end };
  }
  const { messages, end } = await read({ from: before ?? null, direction: 'older', limit });
  const newerCursor = before === undefined ? null : before - 1;
  return { messages: messages.reverse(), olderCursor: end, newerCursor, nextCursor: end };
}

/** With the `seq` at its end, or null when nothing follows: one message more than the limit shows that. */
async function readRange(
  store: Pick<MessageStore, 'list'>,
  pair: UserPair,
  me: string,
  range: MessageRange,
) {
  const found = await store.list(pair, me, { ...range, limit: range.limit + 1 });
  const messages = found.slice(0, range.limit);
  const more = found.length > range.limit;
  return { messages, end: more ? (messages.at(-1)?.seq ?? range.from) : null };
}
