// What waits to be sent to a chat that is not open, or to one that has no message yet, and what was refused: it is seen in the list.
import { useMemo, useSyncExternalStore } from 'react';
import type { Chat } from '../api/chats.js';
import type { Friend } from '../api/friends.js';
import { draftedChats, isBegun, watchDrafts } from '../api/kept-drafts.js';
import { isNewMessage, type NewMessage, type QueuedChange } from './queue-model.js';
import { useQueue } from './use-queue.js';

export type WaitingMessage = QueuedChange & { readonly change: NewMessage };

const isWaiting = (one: QueuedChange): one is WaitingMessage => isNewMessage(one.change);

/** The newest message that waits there; one that was refused goes before others, and those behind it wait for it. Null: none does. */
export function useWaitingMessage(chatId: string): WaitingMessage | null {
  const queue = useQueue();
  return useSyncExternalStore(queue.subscribe, () => {
    const own = queue
      .changes()
      .filter(isWaiting)
      .filter((one) => one.chatId === chatId);
    return own.find(({ refusal }) => refusal !== null) ?? own.at(-1) ?? null;
  });
}

/** A change of a message there that was refused, and about which somebody has to decide. */
export function useRefusedChange(chatId: string): QueuedChange | null {
  const queue = useQueue();
  return useSyncExternalStore(queue.subscribe, () => {
    const isRefused = (one: QueuedChange) => one.chatId === chatId && one.refusal !== null;
    return queue.changes().find((one) => isRefused(one) && !isWaiting(one)) ?? null;
  });
}

const none: readonly Friend[] = [];
const writtenChats = () => draftedChats().filter(isBegun).join(' ');

/** Chats in which nothing is written yet, and to which something waits, or was begun before the friendship ended. */
export function useChatsToBegin(
  chats: readonly Chat[],
  friends: readonly Friend[] = none,
): readonly string[] {
  const queue = useQueue();
  const queued = useSyncExternalStore(queue.subscribe, queue.changes);
  const written = useSyncExternalStore(watchDrafts, writtenChats);
  return useMemo(() => {
    const known = new Set(chats.map(({ chatId }) => chatId));
    const open = new Set(friends.map(({ chatId }) => chatId));
    const waiting = queued.filter(isWaiting).map(({ chatId }) => chatId);
    const left = written.split(' ').filter((chatId) => chatId !== '' && !open.has(chatId));
    return [...new Set([...waiting, ...left])].filter((chatId) => !known.has(chatId));
  }, [queued, written, chats, friends]);
}
