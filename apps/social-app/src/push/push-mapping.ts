import type { PushDelivery, PushNotice } from './push-queue.port.js';

/** Characters, of which each may take six bytes: a push has room for three thousand. */
const most = { name: 80, text: 300 };

/** What the client's worker reads. */
export function toPayload({ chatId, seq }: PushDelivery, notice: PushNotice): Buffer {
  const { name, email, text, unread } = notice;
  const title = cut(name ?? email ?? '', most.name);
  return Buffer.from(JSON.stringify({ chatId, seq, title, text: cut(text, most.text), unread }));
}

function cut(text: string, length: number): string {
  const signs = Array.from(text.slice(0, 2 * length + 2));
  return signs.length > length ? `${signs.slice(0, length - 1).join('')}…` : text;
}
