// What a person sets of a chat for themselves: nobody else learns of it.
import { checkedDataOf, saysChanged, socialApi, type SocialApi } from './client.js';

export type EntryFlag = 'archive' | 'unread';

export async function setEntryFlag(
  chatId: string,
  flag: EntryFlag,
  isOn: boolean,
  api: SocialApi = socialApi,
): Promise<void> {
  const options = { params: { path: { chatId } } };
  const path = flag === 'archive' ? '/api/chats/{chatId}/archive' : '/api/chats/{chatId}/unread';
  const reply = isOn ? api.PUT(path, options) : api.DELETE(path, options);
  await checkedDataOf(reply, saysChanged);
}
