// What waits to be sent to a chat that is not open, or to one that has no message yet, and what was refused: it is seen in the list.
import { useMemo, useSyncExternalStore } from 'react';
import type { Chat } from '../api/chats.js';
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

/** Chats in which nothing is written yet, and to which something waits. */
export function useChatsToBegin(chats: readonly Chat[]): readonly string[] {
  const queue = useQueue();
  const queued = useSyncExternalStore(queue.subscribe, queue.changes);
  return useMemo(() => {
    const known = new Set(chats.map(({ chatId }) => chatId));
    const waiting = queued.filter(isWaiting).map(({ chatId }) => chatId);
    return [...new Set(waiting)].filter((chatId) => !known.has(chatId));
  }, [queued, chats]);
}
