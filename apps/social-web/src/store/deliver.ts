import { dataOf, socialApi } from '../api/client.js';
import type { LocalStore } from './local-store.js';
import { changedMessage, type QueuedChange } from './queue-model.js';

/** Brings a change to the server, and then what it means into the store: its event may come much later. */
export async function deliver(store: LocalStore, queued: QueuedChange): Promise<void> {
  const { stamp } = store;
  const { chatId, change } = queued;
  if (change.kind === 'send') {
    const { text, clientId } = change;
    const body = { chatId, text, clientId };
    return store.putNew(await dataOf(socialApi.POST('/api/message/send', { body })), stamp);
  }
  // Friend actions have a queue of their own.
  if (change.kind === 'relate' || change.kind === 'request') return;
  const { seq } = change;
  const target = { chatId, seq };
  if (change.kind === 'edit') {
    const body = { ...target, text: change.text };
    return store.putChanged(await dataOf(socialApi.POST('/api/message/edit', { body })), stamp);
  }
  if (change.kind === 'read') {
    await socialApi.POST('/api/message/read', { body: target });
    return store.putReadMark({ chatId, userId: store.me, seq });
  }
  if (change.kind === 'delete') {
    await socialApi.POST('/api/message/delete', { body: { ...target, for: change.scope } });
    if (change.scope === 'me') return store.hide(chatId, seq);
  } else {
    const path = change.isOn ? '/api/message/react' : '/api/message/unreact';
    await socialApi.POST(path, { body: { ...target, emoji: change.emoji } });
  }
  const held = store.messagesOf(chatId).held.get(seq);
  if (held) store.putChanged(changedMessage(held.message, change, queued.at, store.me), held.stamp);
}
