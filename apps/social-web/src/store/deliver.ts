import { dataOf, socialApi } from '../api/client.js';
import type { Message } from '../api/chats.js';
import type { LocalStore } from './local-store.js';
import { changedMessage, type QueuedChange, type Taken } from './queue-model.js';

/** Brings a change to the server, and then what it means into the store: its event may come much later. */
export async function deliver(store: LocalStore, queued: QueuedChange): Promise<Taken> {
  const { stamp, epoch } = store;
  const taken = { message: await ask(queued), stamp, epoch };
  putTaken(store, queued, taken);
  return taken;
}

async function ask({ chatId, change }: QueuedChange): Promise<Message | null> {
  if (change.kind === 'send') {
    const { text, clientId } = change;
    return dataOf(socialApi.POST('/api/message/send', { body: { chatId, text, clientId } }));
  }
  // Friend actions have a queue of their own.
  if (change.kind === 'relate' || change.kind === 'request') return null;
  const target = { chatId, seq: change.seq };
  switch (change.kind) {
    case 'edit':
      return dataOf(
        socialApi.POST('/api/message/edit', { body: { ...target, text: change.text } }),
      );
    case 'read':
      await socialApi.POST('/api/message/read', { body: target });
      return null;
    case 'delete':
      await socialApi.POST('/api/message/delete', { body: { ...target, for: change.scope } });
      return null;
    case 'react': {
      const path = change.isOn ? '/api/message/react' : '/api/message/unreact';
      await socialApi.POST(path, { body: { ...target, emoji: change.emoji } });
      return null;
    }
  }
}

/** Brings what the server has taken into the store, of the tab that has asked for it or of another one. */
export function putTaken(store: LocalStore, queued: QueuedChange, taken: Taken): void {
  const { chatId, change, at } = queued;
  const { message } = taken;
  // Numbers of another log say nothing.
  const stamp = taken.epoch === store.epoch ? taken.stamp : -1;
  if (message)
    return change.kind === 'send' ? store.putNew(message, stamp) : store.putChanged(message, stamp);
  if (!('seq' in change)) return;
  const { seq } = change;
  if (change.kind === 'read') return store.putReadMark({ chatId, userId: store.me, seq });
  if (change.kind === 'delete' && change.scope === 'me') return store.hide(chatId, seq);
  const held = store.messagesOf(chatId).held.get(seq);
  if (held) store.putChanged(changedMessage(held.message, change, at, store.me), held.stamp);
}
