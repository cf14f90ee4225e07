import { useQuery } from '@tanstack/react-query';
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { isTransient } from '../api/client.js';
import type { Chat, Message, Position } from '../api/chats.js';
import { friendsQuery } from '../api/friends.js';
import { keys } from '../api/query-cache.js';
import { isOver } from './ended-messages.js';
import { withListedChanges } from './listed-changes.js';
import type { LocalStore } from './local-store.js';
import { friendOf, withFriends } from './partner.js';
import { isMuted } from './use-muted.js';
import { useQueue } from './use-queue.js';
import { visibleMessages, type VisibleMessages } from './visible-messages.js';

export const StoreContext = createContext<LocalStore | null>(null);

/** Only below LiveEvents, where somebody is signed in. */
export function useStore(): LocalStore {
  const store = use(StoreContext);
  if (!store) throw new Error('outside of StoreContext');
  return store;
}

/** Some browsers never reply, nor does a database that another tab keeps for itself. Milliseconds. */
const waitsForDevice = 1_000;
const maxRetries = 3;
const maxPauseMs = 5_000;

/**
 * Fetches what the store lacks. The query has no data of its own: what it fetches is merged into the store, and the next
 * thing that lacks has another key.
 */
function useFetching(
  key: readonly unknown[],
  load: (() => Promise<void>) | null,
  isShown: boolean,
) {
  return useQuery({
    queryKey: key,
    queryFn: async () => {
      await load?.();
      return null;
    },
    enabled: load !== null,
    gcTime: 0,
    // What is shown already needs no explanation, only patience.
    retry: (failures, error) => isTransient(error) && (isShown || failures < maxRetries),
    retryDelay: (failures) => Math.min(maxPauseMs, 500 * 2 ** failures),
  });
}

/** The chats that are loaded, with what is queued on top, and the way to more. */
export function useChatList() {
  const store = useStore();
  const chats = useChats(store);
  const list = useSyncExternalStore(store.subscribe, store.chatList);
  const { cursor, round, isChecked, isLoaded, hasMore } = list;
  const [wanted, setWanted] = useState<string | null>(null);
  // Who asked for more while the list was read anew wants what is behind that.
  if (isChecked && wanted === '') setWanted(cursor);
  const isMoreWanted = isChecked && hasMore && wanted === cursor;
  const isDue = !isChecked || isMoreWanted;
  const load = isDue && cursor !== null ? () => store.loadChats(cursor) : null;
  const { error, refetch, isFetching } = useFetching(
    [...keys.chats, round, cursor],
    load,
    isLoaded,
  );
  return {
    chats,
    isLoaded,
    error,
    refetch,
    hasNextPage: hasMore,
    isFetchingNextPage: isMoreWanted && isFetching,
    fetchNextPage: useCallback(() => setWanted(cursor), [cursor]),
  };
}

function useChats(store: LocalStore): readonly Chat[] {
  const queue = useQueue();
  const { data: relations } = useQuery(friendsQuery);
  const listed = useSyncExternalStore(store.subscribe, store.chats);
  const known = useMemo(() => withFriends(listed, relations?.friends), [listed, relations]);
  const queued = useSyncExternalStore(queue.subscribe, queue.changes);
  const messagesOf = useCallback(
    (chatId: string) => [...store.messagesOf(chatId).held.values()].map(({ message }) => message),
    [store],
  );
  return useMemo(
    () => withListedChanges(known, queued, { isMuted, messagesOf }),
    [known, queued, messagesOf],
  );
}

/**
 * The chat with this id; null while that is not known: further pages are fetched until it is found. Undefined when it
 * has no message yet, or belongs to others.
 */
export function useChat(chatId: string): Chat | null | undefined {
  const { chats, isLoaded, error, hasNextPage, fetchNextPage } = useChatList();
  const chat = useMemo(() => chats.find((one) => one.chatId === chatId), [chats, chatId]);
  const isWanted = isLoaded && !chat && hasNextPage && !error;
  useEffect(() => {
    if (isWanted) fetchNextPage();
  }, [isWanted, fetchNextPage]);
  return chat ?? (isLoaded && !isWanted ? undefined : null);
}

/** A message as far as it is known on this device, also of a chat that is not shown. */
export function useKeptMessage({ chatId, seq }: Pick<Message, 'chatId' | 'seq'>) {
  const store = useStore();
  const chat = useSyncExternalStore(store.subscribe, () => store.messagesOf(chatId));
  useEffect(() => void store.opened.open(chatId), [store, chatId]);
  return chat.held.get(seq)?.message;
}

/** Whether a message is known to be hidden or over. */
export function useIsGone(chatId: string, seq: number): boolean {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, () => store.messagesOf(chatId).gone.has(seq));
}

/** Whether a message is hidden, deleted or over; null: none is meant. */
export function useIsOver(chatId: string, seq: number | null): boolean {
  const store = useStore();
  return useSyncExternalStore(
    store.subscribe,
    () => seq !== null && isOver(store.messagesOf(chatId), seq),
  );
}

/**
 * The history around a message, or its end with null, and the way on to both sides. What a start has read of it is shown first:
 * the rest is not read before `isPainted`.
 */
export function useHistory(chatId: string, around: number | null, isPainted: boolean) {
  const store = useStore();
  const chat = useSyncExternalStore(store.subscribe, () => store.messagesOf(chatId));
  const isOpened = useSyncExternalStore(store.subscribe, () => store.opened.has(chatId));
  const visible = useMemo(() => visibleMessages(chat, around), [chat, around]);
  const isRestDue = isPainted || visible.messages.length === 0;
  useEffect(() => {
    if (!isRestDue) return;
    void store.opened.open(chatId);
    const timer = setTimeout(() => store.opened.add(chatId), waitsForDevice);
    return () => clearTimeout(timer);
  }, [store, chatId, isRestDue]);
  const [wanted, setWanted] = useState<Position | null>(null);
  const position = visible.missing ?? (isStillWanted(wanted, visible) ? wanted : null);
  const load = isOpened && position ? () => store.loadMessages(chatId, position) : null;
  const isLoaded = visible.to > 0 || chat.isChecked;
  const key = keys.history(chatId, chat.since, chat.round, position);
  const fetching = useFetching(key, load, isLoaded);
  return {
    ...visible,
    isOpened,
    isLoaded,
    isChecked: chat.isChecked,
    error: fetching.error,
    refetch: fetching.refetch,
    isFetching: fetching.isFetching,
    hasPreviousPage: visible.hasOlder,
    hasNextPage: visible.hasNewer,
    fetchPreviousPage: () => setWanted({ before: visible.from }),
    fetchNextPage: () => setWanted({ after: visible.to }),
  };
}

export type ShownHistory = ReturnType<typeof useHistory>;

/** Fetches those that are not known, or not any more since events may have been missed. */
export function usePinnedFetching(chatId: string, pinned: readonly number[]): void {
  const store = useStore();
  const { held, since } = useSyncExternalStore(store.subscribe, () => store.messagesOf(chatId));
  const isOpened = useSyncExternalStore(store.subscribe, () => store.opened.has(chatId));
  const lacking = pinned.filter((seq) => (held.get(seq)?.stamp ?? -1) < since);
  const load = isOpened && lacking.length > 0 ? () => store.loadPinned(chatId) : null;
  useFetching(keys.history(chatId, 'pinned', since, lacking), load, true);
}

function isStillWanted(wanted: Position | null, { from, to, hasOlder, hasNewer }: VisibleMessages) {
  if (!wanted) return false;
  return (wanted.before === from && hasOlder) || (wanted.after === to && hasNewer);
}

/** The person on the other side of a chat: a friend, or somebody with whom messages were exchanged. */
export function usePartner(chatId: string) {
  const { me } = useStore();
  const { data: relations } = useQuery(friendsQuery);
  const chat = useChat(chatId);
  return friendOf(relations?.friends, chatId, me) ?? chat?.person;
}
