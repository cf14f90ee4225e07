// Of messages that were found those that may be shown still: a reply, also one that is kept, may be from before one was deleted.
import { useMemo, useSyncExternalStore } from 'react';
import type { Message } from '../api/chats.js';
import { onThisClock, serverNow } from '../api/server-clock.js';
import { endOf, isOver } from './ended-messages.js';
import type { LocalStore } from './local-store.js';
import type { QueuedChange } from './queue-model.js';
import { useQueue } from './use-queue.js';
import { useStore } from './use-store.js';
import { watchEnds } from './watch-ends.js';

const isDeletionOf = ({ chatId, seq }: Message) => {
  return (queued: QueuedChange): boolean =>
    queued.chatId === chatId &&
    queued.change.kind === 'delete' &&
    queued.change.seq === seq &&
    queued.refusal === null;
};

/** Whether it is neither over nor deleted, nor about to be, as far as is known on this device. */
export function isStillThere(
  store: LocalStore,
  queued: readonly QueuedChange[],
  message: Message,
): boolean {
  if (endOf(message) <= serverNow() || isOver(store.messagesOf(message.chatId), message.seq))
    return false;
  return !queued.some(isDeletionOf(message));
}

/** @param found the same list for as long as it holds the same */
export function useStillThere(found: readonly Message[]): readonly Message[] {
  const store = useStore();
  const queue = useQueue();
  const subscribe = useMemo(() => {
    const ends = found.flatMap(({ expiresAt }) => (expiresAt ? [onThisClock(expiresAt)] : []));
    const all = [store.subscribe, queue.subscribe, watchEnds(ends)];
    return (listener: () => void) => {
      const stops = all.map((begin) => begin(listener));
      return () => stops.forEach((stop) => stop());
    };
  }, [found, store, queue]);
  const there = useSyncExternalStore(subscribe, () => {
    const queued = queue.changes();
    const left = found.filter((message) => isStillThere(store, queued, message));
    return left.map(({ id }) => id).join(' ');
  });
  return useMemo(() => {
    const ids = new Set(there.split(' '));
    return found.filter(({ id }) => ids.has(id));
  }, [found, there]);
}
