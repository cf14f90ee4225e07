import { requireChat } from '../messages/chat-access.js';
import type { MessageStore, StoredMessage } from '../messages/message-store.port.js';
import { toVisible } from '../messages/message-mapping.js';
import { parseCursor, toPage, type Cursor } from '../paging/cursor.js';
import { pairOf, type UserPair } from '../people/user-ids.js';
import { InvalidCursor, NoWords } from './search.errors.js';

export interface MessageQuery {
  readonly text: string;
  /** Null: all chats of the user. */
  readonly pair: UserPair | null;
  /** Of these alone; null: of both. */
  readonly senderId: string | null;
  /** Sent at this moment or later; null: whenever. */
  readonly from: Date | null;
  /** Sent before this moment; null: whenever. */
  readonly to: Date | null;
  readonly before: Cursor | null;
  readonly limit: number;
}

export interface MessageSearch {
  /**
   * Messages of the user's own chats that hold, for every word of the query, a word that begins with it; newest first.
   * Without those that the user has hidden. Null when the query has no word.
   */
  find(userId: string, query: MessageQuery): Promise<StoredMessage[] | null>;
}

export interface SearchRequest {
  readonly q: string;
  readonly chatId?: string;
  readonly senderId?: string;
  readonly from?: string;
  readonly to?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

/** Runs a search when it may run. */
export type RunHeavy = <T>(userId: string, work: () => Promise<T>) => Promise<T>;

export type Search = ReturnType<typeof createSearch>;

const defaultPage = 20;

export function createSearch(
  store: Pick<MessageStore, 'hasChat'>,
  index: MessageSearch,
  runHeavy: RunHeavy,
) {
  return {
    async find(me: string, { q, chatId, cursor, limit = defaultPage, ...request }: SearchRequest) {
      const senderId = request.senderId?.toLowerCase() ?? null;
      const asked = chatId === undefined ? null : await requireChat(store, me, chatId);
      // What somebody else has written to the user is in the chat with them.
      const pair = asked ?? (senderId === null ? null : pairOf(me, senderId));
      const before = cursor === undefined ? null : parseCursor(cursor);
      if (cursor !== undefined && before === null) throw new InvalidCursor();
      // NUL and half of a surrogate pair are in no message, and the database takes neither.
      if (!q.isWellFormed() || q.includes('\0')) throw new NoWords();
      const [from, to] = [parseMoment(request.from), parseMoment(request.to)];
      const query = { text: q, pair, senderId, from, to, before, limit: limit + 1 };
      const found = await runHeavy(me, () => index.find(me, query));
      if (!found) throw new NoWords();
      const cursorOf = ({ createdAt: at, id }: StoredMessage) => ({ at, id });
      const { items, nextCursor } = toPage(found, limit, cursorOf);
      return { messages: items.map((message) => toVisible(message, me)), nextCursor };
    },
  };
}

/** Within the years that the database knows; no message is of another one. A leap second is the one after it. */
function parseMoment(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const time = Date.parse(text.replace(/:60(?=[.Zz+-])/, ':59'));
  return new Date(Math.min(Math.max(time, 0), Date.UTC(9999, 0)));
}
