import { queryOptions } from '@tanstack/react-query';
import { checkedDataOf, dataOf, saysChanged, socialApi } from './client.js';
import { keys } from './query-cache.js';

/** After how many seconds messages can end: five minutes, an hour, eight hours, a day, a week, four weeks. */
export const expiries = [300, 3_600, 28_800, 86_400, 604_800, 2_419_200] as const;
export type Expiry = (typeof expiries)[number];

/** After how many seconds messages of the chat end that are sent from now on; null: never. */
async function readExpiry(chatId: string): Promise<number | null> {
  const params = { path: { chatId } };
  return (await dataOf(socialApi.GET('/api/chats/{chatId}/expiry', { params }))).expirySeconds;
}

/** As the server has it, also before the first message. */
export const expiryQuery = (chatId: string) =>
  queryOptions({ queryKey: keys.expiry(chatId), queryFn: () => readExpiry(chatId) });

export async function setExpiry(chatId: string, seconds: Expiry | null): Promise<void> {
  const params = { path: { chatId } };
  const reply =
    seconds === null
      ? socialApi.DELETE('/api/chats/{chatId}/expiry', { params })
      : socialApi.PUT('/api/chats/{chatId}/expiry', { params, body: { seconds } });
  await checkedDataOf(reply, saysChanged);
}
