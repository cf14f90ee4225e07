import { dataOf, socialApi } from './client.js';

/** @param seconds from now on, by the clock of the server; null: for good */
export async function muteChat(chatId: string, seconds: number | null): Promise<string> {
  const params = { path: { chatId } };
  const reply = socialApi.PUT('/api/chats/{chatId}/mute', { params, body: { seconds } });
  return (await dataOf(reply)).mutedUntil;
}

export async function unmuteChat(chatId: string): Promise<null> {
  await socialApi.DELETE('/api/chats/{chatId}/mute', { params: { path: { chatId } } });
  return null;
}

/** A mute as an event has it; replicas of the release before name no chat. */
export interface Mute {
  readonly chatId?: string;
  readonly mutedUntil: string | null;
}
