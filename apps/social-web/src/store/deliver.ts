import { setEntryFlag } from '../api/chat-entries.js';
import { checkedDataOf, saysChanged, socialApi, type SocialApi } from '../api/client.js';
import type { Message } from '../api/chats.js';
import type { LocalStore } from './local-store.js';
import { flagsOf } from './listed-changes.js';
import type { Held } from './messages.js';
import {
  changedMessage,
  isNewMessage,
  type NewMessage,
  type QueuedChange,
  type Taken,
} from './queue-model.js';
import { rangeWith } from './ranges.js';

/**
 * Brings a change to the server, and then what it means into the store: its event may come much later. Only a reply of the
 * route's own shape says that the change was taken.
 */
export async function deliver(
  store: LocalStore,
  queued: QueuedChange,
  api = socialApi,
): Promise<Taken> {
  const { stamp, epoch } = store;
  const taken = { message: await ask(queued, api), stamp, epoch };
  putTaken(store, queued, taken);
  return taken;
}

async function ask({ chatId, change }: QueuedChange, api: SocialApi): Promise<Message | null> {
  if (isNewMessage(change)) {
    const isSent = (message: Message) => isMessage(message) && message.clientId === change.clientId;
    return checkedDataOf(send(chatId, change, api), isSent);
  }
  // Friend actions and drafts have queues of their own.
  if (change.kind === 'relate' || change.kind === 'request' || change.kind === 'draft') return null;
  if (change.kind === 'archive' || change.kind === 'unread') {
    await setEntryFlag(chatId, change.kind, change.isOn, api);
    return null;
  }
  const target = { chatId, seq: change.seq };
  switch (change.kind) {
    case 'edit': {
      const body = { ...target, text: change.text };
      return checkedDataOf(api.POST('/api/message/edit', { body }), isMessage);
    }
    case 'read':
      await checkedDataOf(api.POST('/api/message/read', { body: target }), saysChanged);
      return null;
    case 'delete': {
      const body = { ...target, for: change.scope };
      await checkedDataOf(api.POST('/api/message/delete', { body }), saysChanged);
      return null;
    }
    case 'pin': {
      const path = change.isOn ? '/api/message/pin' : '/api/message/unpin';
      await checkedDataOf(api.POST(path, { body: target }), saysChanged);
      return null;
    }
    case 'react': {
      const path = change.isOn ? '/api/message/react' : '/api/message/unreact';
      await checkedDataOf(
        api.POST(path, { body: { ...target, emoji: change.emoji } }),
        saysChanged,
      );
      return null;
    }
  }
}

function send(chatId: string, message: NewMessage, api: SocialApi) {
  const { clientId } = message;
  if (message.kind === 'forward') {
    const body = { chatId, messageId: message.original.id, clientId };
    return api.POST('/api/message/forward', { body });
  }
  const { text, replyTo, files = [] } = message;
  const attachments = files.flatMap(({ attachmentId }) => attachmentId ?? []);
  const body = {
    ...{ chatId, text, clientId },
    ...(replyTo && { replyTo: replyTo.id }),
    ...(attachments.length > 0 && { attachments }),
  };
  return api.POST('/api/message/send', { body });
}

export function isMessage(message: Message | null): boolean {
  return message !== null && typeof message.id === 'string' && Number.isInteger(message.seq);
}

/**
 * Whether a message of the queue is one that the server has, whatever it has replied: the reply to the first try was lost, and
 * the next one was refused.
 */
export function isStored(store: LocalStore, queued: QueuedChange): boolean {
  return storedOf(store, queued) !== undefined;
}

/** Whether it is a change of a message that is hidden or has ended: nothing can come of it, and it has no row that could say so. */
export function isOfGone(store: LocalStore, { chatId, change }: QueuedChange): boolean {
  return 'seq' in change && store.messagesOf(chatId).gone.has(change.seq);
}

/** It goes on to be shown when its place in the queue is over: of a message that is known from the list alone the conversation shows nothing. */
export function showStored(store: LocalStore, queued: QueuedChange): void {
  const stored = storedOf(store, queued);
  if (!stored) return;
  const { message, stamp } = stored;
  const isShown = rangeWith(store.messagesOf(queued.chatId).known, message.seq) !== undefined;
  if (!isShown) store.putNew(message, stamp);
}

function storedOf(store: LocalStore, { chatId, change }: QueuedChange): Held | undefined {
  if (!isNewMessage(change)) return undefined;
  const { held } = store.messagesOf(chatId);
  return [...held.values()].find(({ message }) => message.clientId === change.clientId);
}

/** Brings what the server has taken into the store, of the tab that has asked for it or of another one. */
export function putTaken(store: LocalStore, queued: QueuedChange, taken: Taken): void {
  const { chatId, change, at } = queued;
  const { message } = taken;
  // Numbers of another log say nothing.
  const stamp = taken.epoch === store.epoch ? taken.stamp : -1;
  if (message)
    return isNewMessage(change) ? store.putNew(message, stamp) : store.putChanged(message, stamp);
  if (change.kind === 'archive' || change.kind === 'unread')
    return store.putFlags(chatId, flagsOf(change), stamp);
  if (!('seq' in change)) return;
  const { seq } = change;
  if (change.kind === 'read') return store.putReadMark({ chatId, userId: store.me, seq }, stamp);
  if (change.kind === 'pin') return store.putPin(chatId, seq, change.isOn, stamp);
  if (change.kind === 'delete' && change.scope === 'me') return store.hide(chatId, seq);
  const held = store.messagesOf(chatId).held.get(seq);
  if (held) store.putChanged(changedMessage(held.message, change, at, store.me), held.stamp);
}
