import { queryOptions } from '@tanstack/react-query';
import { keys } from '../api/query-keys.js';
import { dataOf, socialApi } from '../api/social-api.js';

/** Conversations, the one with the newest message first. */
export const chatsQuery = queryOptions({
  queryKey: keys.chats,
  queryFn: async () => (await dataOf(socialApi.GET('/api/chats'))).chats,
});

export type Chat = Awaited<
  ReturnType<Extract<typeof chatsQuery.queryFn, CallableFunction>>
>[number];
export type Message = Chat['lastMessage'];

/** The other one of the two ids that a chat's id is made of. */
export function partnerOf(chatId: string, me: string): string {
  const [one = '', other = ''] = chatId.split('--');
  return one === me ? other : one;
}
