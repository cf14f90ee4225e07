// Who is online and who is typing: short-lived state that the event stream keeps up to date.
import { queryOptions, skipToken, useQuery, type QueryClient } from '@tanstack/react-query';
import { dataOf, socialApi } from './client.js';
import { keys } from './query-cache.js';

/** User ids of friends who are online. */
export const presenceQuery = queryOptions({
  queryKey: keys.presence,
  queryFn: async () => (await dataOf(socialApi.GET('/api/presence'))).online,
});

export function useOnline(): ReadonlySet<string> {
  const { data } = useQuery(presenceQuery);
  return new Set(data);
}

export function setOnline(client: QueryClient, userId: string, isOnline: boolean): void {
  client.setQueryData(presenceQuery.queryKey, (known = []) => {
    const others = known.filter((id) => id !== userId);
    return isOnline ? [...others, userId] : others;
  });
}

export interface Typing {
  readonly chatId: string;
  readonly userId: string;
  readonly typing: boolean;
  readonly expiresInMs: number;
}

const expiryTimers = new Map<string, ReturnType<typeof setTimeout>>();

/** The partner is typing until they stop, send a message, or the signal expires. */
export function setTyping(client: QueryClient, me: string, signal: Typing): void {
  const { chatId, userId, typing, expiresInMs } = signal;
  if (userId === me) return;
  clearTyping(client, chatId);
  if (!typing) return;
  client.setQueryData(keys.typing(chatId), true);
  expiryTimers.set(
    chatId,
    setTimeout(() => clearTyping(client, chatId), expiresInMs),
  );
}

export function clearTyping(client: QueryClient, chatId: string): void {
  clearTimeout(expiryTimers.get(chatId));
  expiryTimers.delete(chatId);
  client.setQueryData(keys.typing(chatId), false);
}

export function useTyping(chatId: string): boolean {
  const { data } = useQuery<boolean>({ queryKey: keys.typing(chatId), queryFn: skipToken });
  return data ?? false;
}
