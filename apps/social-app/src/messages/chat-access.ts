import { parseChatId, partnerOf, type UserPair } from '../people/user-ids.js';
import type { MessageStore } from './message-store.port.js';
import { NotInChat } from './messages.errors.js';

/** The pair of a chat whose id names `me`. Whether the two are friends only the store knows. */
export function requireOwn(me: string, chatId: string): UserPair {
  const pair = parseChatId(chatId);
  if (!pair || partnerOf(pair, me) === null) throw new NotInChat();
  return pair;
}

/** The pair of a chat of `me` that exists: one with messages, or with a friend. */
export async function requireChat(
  store: Pick<MessageStore, 'hasChat'>,
  me: string,
  chatId: string,
): Promise<UserPair> {
  const pair = requireOwn(me, chatId);
  if (!(await store.hasChat(pair))) throw new NotInChat();
  return pair;
}
