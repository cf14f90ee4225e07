import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { keys } from '../api/query-keys.js';
import { dataOf, socialApi } from '../api/social-api.js';
import type { Message } from '../chats/chats.js';

type Position = { readonly before?: number; readonly after?: number; readonly around?: number };

async function readPage(chatId: string, position: Position) {
  const query = { chatId, limit: 50, ...position };
  return dataOf(socialApi.GET('/api/messages', { params: { query } }));
}

export type HistoryPage = Awaited<ReturnType<typeof readPage>>;
export type History = InfiniteData<HistoryPage, Position>;

/** A chat's messages, oldest first, growing both ways: from the newest, or from around one message. */
export function historyQuery(chatId: string, around: number | null) {
  const start: Position = around === null ? {} : { around };
  return infiniteQueryOptions({
    queryKey: keys.history(chatId, around),
    queryFn: ({ pageParam }) => readPage(chatId, pageParam),
    initialPageParam: start,
    getPreviousPageParam: ({ olderCursor }): Position | undefined =>
      olderCursor === null ? undefined : { before: olderCursor },
    getNextPageParam: ({ newerCursor }): Position | undefined =>
      newerCursor === null ? undefined : { after: newerCursor },
  });
}

export function messagesOf(history: Pick<History, 'pages'> | undefined): Message[] {
  return history?.pages.flatMap(({ messages }) => messages) ?? [];
}

/**
 * The history with the message as it is now, or with it in its place if that is among what is loaded. An own message
 * may be confirmed before an earlier one of the other arrives, so the place is not always the end.
 */
export function withMessage(history: History, message: Message): History {
  const isKnown = messagesOf(history).some(({ seq }) => seq === message.seq);
  const home = isKnown ? -1 : homeOf(history, message.seq);
  const pages = history.pages.map((page, index) => {
    if (index === home) return { ...page, messages: inOrder([...page.messages, message]) };
    return mapMessages(page, (old) => (old.seq === message.seq ? message : old));
  });
  return { ...history, pages };
}

/** The page a new message belongs to; -1 if that is none of those loaded. */
function homeOf({ pages }: History, seq: number): number {
  const begun = pages.findLastIndex(({ messages }) => (messages[0]?.seq ?? Infinity) < seq);
  const last = pages.length - 1;
  const isWhole = pages[0]?.olderCursor === null;
  const home = begun < 0 && isWhole ? 0 : begun;
  const isBehindTheEnd = home === last && seq > (pages[last]?.messages.at(-1)?.seq ?? 0);
  return isBehindTheEnd && pages[last]?.newerCursor !== null ? -1 : home;
}

function inOrder(messages: Message[]): Message[] {
  return messages.sort((a, b) => a.seq - b.seq);
}

export function withoutMessage(history: History, seq: number): History {
  const pages = history.pages.map((page) => ({
    ...page,
    messages: page.messages.filter((message) => message.seq !== seq),
  }));
  return { ...history, pages };
}

function mapMessages(page: HistoryPage, change: (message: Message) => Message): HistoryPage {
  return { ...page, messages: page.messages.map(change) };
}

/** What one may still want to change, as far as it is loaded. */
export function newestOwn(client: QueryClient, chatId: string, me: string): Message | null {
  const histories = client.getQueriesData<History>({ queryKey: keys.historiesOf(chatId) });
  const own = histories
    .flatMap(([, history]) => messagesOf(history))
    .filter(({ senderId, deletedAt }) => senderId === me && deletedAt === null);
  return own.sort((a, b) => a.seq - b.seq).at(-1) ?? null;
}
