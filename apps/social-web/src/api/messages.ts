import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { putLastMessage, type Message } from './chats.js';
import { dataOf, socialApi } from './client.js';
import { keys } from './query-cache.js';

type Position = { readonly before?: number; readonly after?: number; readonly around?: number };

async function readPage(chatId: string, position: Position) {
  const query = { chatId, limit: 50, ...position };
  return dataOf(socialApi.GET('/api/messages', { params: { query } }));
}

export type HistoryPage = Awaited<ReturnType<typeof readPage>>;
export type History = InfiniteData<HistoryPage, Position>;

/** A chat's messages, oldest first. Pages are added at both ends, from the newest message or from around another one. */
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
 * The history with the message as it is now, or with it in its place if that is among the loaded pages. An own message
 * may be confirmed before an earlier one of the partner arrives, so its place is not always the end.
 */
export function withMessage(history: History, message: Message): History {
  const isKnown = messagesOf(history).some(({ seq }) => seq === message.seq);
  const pageIndex = isKnown ? -1 : pageFor(history, message.seq);
  const pages = history.pages.map((page, index) => ({
    ...page,
    messages:
      index === pageIndex
        ? [...page.messages, message].sort(bySeq)
        : page.messages.map((old) => (old.seq === message.seq ? message : old)),
  }));
  return { ...history, pages };
}

/** The page that a new message belongs to; -1 if none of those loaded. */
function pageFor({ pages }: History, seq: number): number {
  const begun = pages.findLastIndex(({ messages }) => (messages[0]?.seq ?? Infinity) < seq);
  const last = pages.length - 1;
  const isWhole = pages[0]?.olderCursor === null;
  const index = begun < 0 && isWhole ? 0 : begun;
  const isBehindTheEnd = index === last && seq > (pages[last]?.messages.at(-1)?.seq ?? 0);
  return isBehindTheEnd && pages[last]?.newerCursor !== null ? -1 : index;
}

function bySeq(a: Message, b: Message): number {
  return a.seq - b.seq;
}

export function withoutMessage(history: History, seq: number): History {
  const pages = history.pages.map((page) => ({
    ...page,
    messages: page.messages.filter((message) => message.seq !== seq),
  }));
  return { ...history, pages };
}

function changeHistories(
  client: QueryClient,
  chatId: string,
  change: (history: History) => History,
): void {
  client.setQueriesData<History>({ queryKey: keys.historiesOf(chatId) }, (history) =>
    history ? change(history) : history,
  );
}

/** Puts a new or changed message where it belongs: into the loaded histories and the list of chats. */
export function putMessage(client: QueryClient, me: string, message: Message): void {
  changeHistories(client, message.chatId, (history) => withMessage(history, message));
  putLastMessage(client, me, message);
}

export function removeMessage(client: QueryClient, chatId: string, seq: number): void {
  changeHistories(client, chatId, (history) => withoutMessage(history, seq));
  // Which message is the last one now, only the server knows.
  void client.invalidateQueries({ queryKey: keys.chats });
}

/** The newest own message that is loaded and not deleted. */
export function newestOwn(client: QueryClient, chatId: string, me: string): Message | null {
  const histories = client.getQueriesData<History>({ queryKey: keys.historiesOf(chatId) });
  const own = histories
    .flatMap(([, history]) => messagesOf(history))
    .filter(({ senderId, deletedAt }) => senderId === me && deletedAt === null);
  return own.sort(bySeq).at(-1) ?? null;
}
