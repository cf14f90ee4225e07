import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query';
import { keys } from '../api/query-keys.js';

export interface Typing {
  readonly chatId: string;
  readonly userId: string;
  readonly typing: boolean;
  readonly expiresInMs: number;
}

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** The other one types, until they stop, send, or fall silent. */
export function noteTyping(client: QueryClient, me: string, typing: Typing): void {
  if (typing.userId === me) return;
  forgetTyping(client, typing.chatId);
  if (!typing.typing) return;
  client.setQueryData(keys.typing(typing.chatId), true);
  const forget = () => forgetTyping(client, typing.chatId);
  timers.set(typing.chatId, setTimeout(forget, typing.expiresInMs));
}

export function forgetTyping(client: QueryClient, chatId: string): void {
  clearTimeout(timers.get(chatId));
  timers.delete(chatId);
  client.setQueryData(keys.typing(chatId), false);
}

export function useTyping(chatId: string): boolean {
  const { data } = useQuery<boolean>({ queryKey: keys.typing(chatId), queryFn: skipToken });
  return data ?? false;
}
