// What this person has written and not sent, as the server keeps it for all their devices.
import { checkedDataOf, dataOf, socialApi } from './client.js';
import type { Draft } from './kept-drafts.js';

export async function readDraftPage(cursor: string) {
  const query = cursor === '' ? {} : { cursor };
  return dataOf(socialApi.GET('/api/drafts', { params: { query } }));
}

interface Reply {
  readonly cursor: number;
  /** Its message is there already: nothing was stored. */
  readonly sent?: boolean;
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

export async function clearDraft(chatId: string): Promise<Reply> {
  return checkedDataOf<Reply>(
    socialApi.DELETE('/api/chats/{chatId}/draft', options(chatId)),
    isReply,
  );
}

export const serverDrafts = { readDraftPage, putDraft, clearDraft };
export type DraftServer = typeof serverDrafts;
