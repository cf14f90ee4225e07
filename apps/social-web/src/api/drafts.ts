// What this person has written and not sent, as the server keeps it for all their devices.
import { checkedDataOf, dataOf, socialApi } from './client.js';
import { readFriends } from './friends.js';
import type { Draft } from './kept-drafts.js';

export async function readDraftPage(cursor: string) {
  const query = cursor === '' ? {} : { cursor };
  return dataOf(socialApi.GET('/api/drafts', { params: { query } }));
}

interface Reply {
  readonly cursor: number;
  /** Its message is there already: nothing was stored. */
  readonly sent?: boolean;
  /** Another draft than the one that was to be cleared is there, and stays. */
  readonly kept?: boolean;
}

const isReply = (reply: Reply | null) => Number.isInteger(reply?.cursor);

/** Also of a page that is being left. */
const options = (chatId: string) => ({ params: { path: { chatId } }, keepalive: true });

export async function putDraft(chatId: string, draft: Draft): Promise<Reply> {
  const { text, replyTo, clientId } = draft;
  const body = { text, ...(replyTo && { replyTo: replyTo.id }), ...(clientId && { clientId }) };
  const reply = socialApi.PUT('/api/chats/{chatId}/draft', { ...options(chatId), body });
  return checkedDataOf<Reply>(reply, isReply);
}

/** @param clientId name of the one that is meant; null: whatever is there */
export async function clearDraft(chatId: string, clientId: string | null): Promise<Reply> {
  const { params, keepalive } = options(chatId);
  const query = clientId === null ? {} : { clientId };
  const reply = socialApi.DELETE('/api/chats/{chatId}/draft', {
    params: { ...params, query },
    keepalive,
  });
  return checkedDataOf<Reply>(reply, isReply);
}

/** Chats with friends, to whom alone something can be written. */
async function readOpenChats(): Promise<ReadonlySet<string>> {
  const { friends } = await readFriends();
  return new Set(friends.map(({ chatId }) => chatId));
}

export const serverDrafts = { readDraftPage, readOpenChats, putDraft, clearDraft };
export type DraftServer = typeof serverDrafts;
