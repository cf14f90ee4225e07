import { cutText } from '../text/cut-text.js';
import type { PushDelivery, PushNotice } from './push-queue.port.js';

/** Characters, of which each may take six bytes: a push has room for three thousand. */
const most = { name: 80, text: 300 };

/**
 * What the client's worker reads. It says for whom it is: while it is on its way another person may sign in on the device, who
 * may be the other one of the chat.
 */
export function toPayload({ userId, chatId, seq }: PushDelivery, notice: PushNotice): Buffer {
  const { name, email, text, attachments, unread } = notice;
  const title = cutText(name ?? email ?? '', most.name);
  const content = { title, text: cutText(text, most.text), ...(attachments && { attachments }) };
  return Buffer.from(JSON.stringify({ to: userId, chatId, seq, ...content, unread }));
}
