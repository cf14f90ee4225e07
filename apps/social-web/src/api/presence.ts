// Who is online and who is typing: short-lived state that the event stream keeps up to date.
import { queryOptions, skipToken, useQuery, type QueryClient } from '@tanstack/react-query';
import { dataOf, socialApi } from './client.js';
import { keys } from './query-cache.js';

/** User ids of friends who are online; whether that of the others is not known. */
export const presenceQuery = queryOptions({
  queryKey: keys.presence,
  queryFn: () => dataOf(socialApi.GET('/api/presence')),
});

export function useOnline(): ReadonlySet<string> {
  const { data } = useQuery(presenceQuery);
  return new Set(data?.online);
}

/** The server cannot tell of friends who are not online whether they are there. */
export function usePresenceUnknown(): boolean {
  return useQuery(presenceQuery).data?.unknown ?? false;
}

export function setOnline(client: QueryClient, userId: string, isOnline: boolean): void {
  client.setQueryData(presenceQuery.queryKey, (known = { online: [] }) => {
    const others = known.online.filter((id) => id !== userId);
    return { ...known, online: isOnline ? [...others, userId] : others };
  });
}

export function setPresenceUnknown(client: QueryClient, unknown: boolean): void {
  client.setQueryData(presenceQuery.queryKey, (known = { online: [] }) => ({ ...known, unknown }));
}

export function forgetPresence(client: QueryClient): void {
  client.setQueryData(presenceQuery.queryKey, { online: [], unknown: true });
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
