import type { Client as PathsClient } from 'openapi-fetch';
import type { Client as SdkClient } from '../generated/social-app/client/index.js';
import * as sdk from '../generated/social-app/sdk.gen.js';
import type { paths } from '../generated/social-app.paths.js';
import { uploadByPaths, uploadBySdk } from './social-uploads.js';

const emoji = '👍';

interface Seen {
  readonly first: { readonly seq: number; readonly text: string } | undefined;
  readonly mutedUntil: string | null | undefined;
}

/** Every operation of messages and their chat, by two friends: the one sends, the other reads. */
export async function useMessagesByPaths(
  client: PathsClient<paths>,
  friend: PathsClient<paths>,
  chatId: string,
): Promise<Seen> {
  await client.POST('/api/message/send', { body: { chatId, text: 'hello' } });
  const listed = await client.GET('/api/messages', { params: { query: { chatId } } });
  const message = { chatId, seq: 1 };
  const muted = { params: { path: { chatId } }, body: { seconds: 3600 } };
  await client.PUT('/api/chats/{chatId}/mute', muted);
  const { data: chatList } = await client.GET('/api/chats');
  const ofChat = { params: { path: { chatId } } };
  await client.DELETE('/api/chats/{chatId}/mute', ofChat);
  await client.PUT('/api/chats/{chatId}/expiry', { ...ofChat, body: { seconds: 3600 } });
  await client.GET('/api/chats/{chatId}/expiry', ofChat);
  await client.DELETE('/api/chats/{chatId}/expiry', ofChat);
  await client.PUT('/api/chats/{chatId}/archive', ofChat);
  await client.DELETE('/api/chats/{chatId}/archive', ofChat);
  await client.PUT('/api/chats/{chatId}/draft', { ...ofChat, body: { text: 'to be sent' } });
  await client.GET('/api/drafts');
  await client.DELETE('/api/chats/{chatId}/draft', ofChat);
  await client.PUT('/api/chats/{chatId}/unread', ofChat);
  await client.DELETE('/api/chats/{chatId}/unread', ofChat);
  await friend.POST('/api/message/read', { body: message });
  await client.POST('/api/message/edit', { body: { ...message, text: 'hello again' } });
  await client.GET('/api/message/limits');
  await client.POST('/api/message/react', { body: { ...message, emoji } });
  await client.POST('/api/message/unreact', { body: { ...message, emoji } });
  const { data: file } = await client.POST('/api/attachments', {
    params: { query: { name: 'a file' } },
    body: 'bytes',
    bodySerializer: (bytes) => bytes,
    headers: { 'content-type': 'application/octet-stream' },
  });
  const attachment = { params: { path: { id: file?.id ?? '' } }, parseAs: 'text' } as const;
  await client.GET('/api/attachments/{id}', attachment);
  await uploadByPaths(client);
  const messageId = listed.data?.messages[0]?.id ?? '';
  await client.POST('/api/message/forward', { body: { chatId, messageId } });
  await client.POST('/api/message/pin', { body: message });
  await client.GET('/api/messages/pinned', { params: { query: { chatId } } });
  await client.POST('/api/message/unpin', { body: message });
  await client.GET('/api/messages/search', { params: { query: { q: 'hello' } } });
  await client.POST('/api/message/delete', { body: message });
  return { first: listed.data?.messages[0], mutedUntil: chatList?.chats[0]?.mutedUntil };
}

/** The same by the client of @hey-api/openapi-ts. */
export async function useMessagesBySdk(
  client: SdkClient,
  friend: SdkClient,
  chatId: string,
): Promise<Seen> {
  await sdk.sendMessage({ client, body: { chatId, text: 'hello' } });
  const listed = await sdk.listMessages({ client, query: { chatId } });
  const message = { chatId, seq: 1 };
  await sdk.muteChat({ client, path: { chatId }, body: { seconds: null } });
  const { data: chatList } = await sdk.listChats({ client });
  await sdk.unmuteChat({ client, path: { chatId } });
  await sdk.setExpiry({ client, path: { chatId }, body: { seconds: 3600 } });
  await sdk.readExpiry({ client, path: { chatId } });
  await sdk.endExpiry({ client, path: { chatId } });
  await sdk.archiveChat({ client, path: { chatId } });
  await sdk.unarchiveChat({ client, path: { chatId } });
  await sdk.setDraft({ client, path: { chatId }, body: { text: 'to be sent' } });
  await sdk.listDrafts({ client });
  await sdk.clearDraft({ client, path: { chatId } });
  await sdk.markChatUnread({ client, path: { chatId } });
  await sdk.unmarkChatUnread({ client, path: { chatId } });
  await sdk.markMessagesRead({ client: friend, body: message });
  await sdk.editMessage({ client, body: { ...message, text: 'hello again' } });
  await sdk.readMessageLimits({ client });
  await sdk.addReaction({ client, body: { ...message, emoji } });
  await sdk.removeReaction({ client, body: { ...message, emoji } });
  const body = new Blob(['bytes']);
  const { data: file } = await sdk.uploadAttachment({ client, body, query: { name: 'a file' } });
  await sdk.readAttachment({ client, path: { id: file?.id ?? '' } });
  await uploadBySdk(client);
  const messageId = listed.data?.messages[0]?.id ?? '';
  await sdk.forwardMessage({ client, body: { chatId, messageId } });
  await sdk.pinMessage({ client, body: message });
  await sdk.listPinnedMessages({ client, query: { chatId } });
  await sdk.unpinMessage({ client, body: message });
  await sdk.searchMessages({ client, query: { q: 'hello' } });
  await sdk.deleteMessage({ client, body: message });
  return { first: listed.data?.messages[0], mutedUntil: chatList?.chats[0]?.mutedUntil };
}
