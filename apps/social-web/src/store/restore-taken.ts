// What the server has taken is in the queue no more, and what is kept of its chat is written a moment later: a page that was closed in
// between, or opened beside another one, would not show it until the server says it again.
//   a chat of which nothing is read yet → read first, which says whether a message is gone by now
import { isMessage, putTaken } from './deliver.js';
import { isKnown } from './known-changes.js';
import type { LocalStore } from './local-store.js';
import type { QueuedChange } from './queue-model.js';

/** @param noted in the order in which they were taken */
export function restoreTaken(store: LocalStore, noted: readonly QueuedChange[]): void {
  for (const one of noted.filter(isWhole)) {
    const { chatId } = one;
    const isRead = !isOfMessage(one) || store.messagesOf(chatId).held.size > 0;
    if (isRead) restore(store, one);
    else void store.opened.open(chatId).then(() => restore(store, one));
  }
}

const isOfMessage = ({ change }: QueuedChange) =>
  !['read', 'archive', 'unread'].includes(change.kind);

/** Another program may have damaged it. */
function isWhole({ chatId, change, taken }: QueuedChange): boolean {
  if (!taken || !change || !isKnown(change) || typeof chatId !== 'string') return false;
  const { message } = taken;
  return message === null || (isMessage(message) && message.chatId === chatId);
}

function restore(store: LocalStore, queued: QueuedChange): void {
  const { change, taken, chatId } = queued;
  if (!taken) return;
  // Of a reaction there is no message that says how new it is: it may have been taken back on another device.
  const held = 'seq' in change ? store.messagesOf(chatId).held.get(change.seq) : undefined;
  const isSuperseded = change.kind === 'react' && held !== undefined && held.stamp > taken.stamp;
  if (!isSuperseded) putTaken(store, queued, taken);
}
