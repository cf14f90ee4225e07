// Finds messages among those that are on this device, as the server does among all: by the beginnings of their words.
import { useQuery } from '@tanstack/react-query';
import type { Message } from '../api/chats.js';
import { deviceDatabase, type DeviceDatabase } from '../api/device-database.js';
import { keys } from '../api/query-cache.js';
import type { SearchQuery } from '../api/search.js';
import { serverNow } from '../api/server-clock.js';
import { endOf } from './ended-messages.js';
import { chatPrefix } from './newest-messages.js';
import type { KeptMessages } from './kept-messages.js';
import type { LocalStore } from './local-store.js';
import { wordsOf } from './search-words.js';
import { useStore } from './use-store.js';

const maxFound = 100;
const none: readonly Message[] = [];

export function isFound(message: Message, sought: readonly string[], query: SearchQuery): boolean {
  if (message.deletedAt !== null || endOf(message) <= serverNow()) return false;
  const { senderId = message.senderId, from, to } = query;
  if (senderId !== message.senderId) return false;
  // Times of this device and of the server are written in one way.
  if ((from && message.createdAt < from) || (to && message.createdAt >= to)) return false;
  const words = wordsOf(message.text);
  return sought.every((one) => words.some((word) => word.startsWith(one)));
}

/** The newest first. */
export async function searchKept(
  store: LocalStore,
  database: DeviceDatabase,
  query: SearchQuery,
): Promise<readonly Message[]> {
  const sought = wordsOf(query.q);
  const isAsked = (chatId: string) => query.chatId === undefined || query.chatId === chatId;
  if (sought.length === 0) return [];
  const found: Message[] = [];
  const known = store.known();
  const look = (message: Message) => void (isFound(message, sought, query) && found.push(message));
  await database
    .each(chatPrefix, (value) => {
      const { chatId, held } = value as KeptMessages;
      if (!isAsked(chatId)) return;
      // What this tab knows of the chat is newer.
      const chat = known.get(chatId);
      for (const { message } of held)
        if (!chat?.held.has(message.seq) && !chat?.gone.has(message.seq)) look(message);
    })
    // Denied: what is in memory is here as well.
    .catch(() => {});
  for (const [chatId, { held }] of known)
    if (isAsked(chatId)) for (const { message } of held.values()) look(message);
  return found.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).slice(0, maxFound);
}

/** What is found on this device; nothing unless it is wanted. */
export function useKeptSearch(query: SearchQuery, isWanted: boolean): readonly Message[] {
  const store = useStore();
  const { data = none } = useQuery({
    queryKey: [...keys.search(query), 'kept'],
    queryFn: () => searchKept(store, deviceDatabase, query),
    enabled: isWanted && query.q !== '',
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  });
  return isWanted ? data : none;
}
