import { onlineManager } from '@tanstack/react-query';
import { createContext, use, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Message } from '../api/chats.js';
import { ApiError, unreachable } from '../api/client.js';
import { deviceDatabase } from '../api/device-database.js';
import { mayAskFor, storageOf } from '../api/device-owner.js';
import { deviceStorage, laterQueuePrefix, queuePrefix, takeOutbox } from '../api/device-storage.js';
import { useIsOnline } from '../api/network.js';
import { readEdits, storeEndedEdit, type EditedMessage } from '../api/kept-edits.js';
import { newId } from '../api/new-id.js';
import { mirrored } from '../api/queue-mirror.js';
import { uploadFile } from '../api/upload.js';
import { runWithLock } from '../api/web-lock.js';
import { deliver, isOfGone, isStored, putTaken, showStored } from './deliver.js';
import { isOver } from './ended-messages.js';
import type { LocalStore } from './local-store.js';
import {
  canDiscard,
  isHeld,
  isNewMessage,
  type Change,
  type NewMessage,
  type QueuedChange,
} from './queue-model.js';
import { Queue } from './queue.js';
import { restoreTaken } from './restore-taken.js';
import { createFileSending } from './send-files.js';
import { TakenChanges } from './taken-changes.js';
import type { Unsent } from './use-unsent.js';

export const QueueContext = createContext<Queue | null>(null);

export function useQueue(): Queue {
  const queue = use(QueueContext);
  if (!queue) throw new Error('outside of QueueContext');
  return queue;
}

export function createQueue(store: LocalStore, unsent: Unsent, onSignedOut: () => void): Queue {
  const sending = createFileSending({
    bytes: unsent.files,
    progress: unsent.progress,
    upload: async (bytes, words, watch) => {
      if (!mayAskFor(store.me)) throw unreachable();
      return uploadFile(bytes, words, { ...watch, me: store.me });
    },
  });
  const takenChanges = new TakenChanges(store.me, storageOf(store.me));
  const noted = takenChanges.all();
  for (const taken of noted) takenChanges.forgetAtEnd(taken);
  restoreTaken(store, noted);
  const queue: Queue = new Queue([queuePrefix(store.me), laterQueuePrefix(store.me)], {
    storage: mirrored(store.me, storageOf(store.me), deviceDatabase),
    prepare: sending.prepare,
    async deliver(queued) {
      try {
        return await deliver(store, queued);
      } catch (error) {
        const change = sending.afterRefusal(queued, error) ?? renamedAfter(queued, error);
        if (!change) throw error;
        queue.update(queued.id, change);
        // In a moment, with what has been brought anew by then.
        throw unreachable();
      }
    },
    isOnline: () => onlineManager.isOnline() && mayAskFor(store.me),
    takenChanges,
    isOver: (queued) => isStored(store, queued) || isOfGone(store, queued),
    // Its words are a draft now, and not only once there is a network.
    isLost: ({ chatId, change }) =>
      change.kind === 'edit' && isOver(store.messagesOf(chatId), change.seq),
    onDropped: (queued) => {
      const { id, chatId, change } = queued;
      if (change.kind !== 'edit' || isChangedAgain(queue, queued, change.seq)) return;
      storeEndedEdit({ id, chatId, seq: change.seq }, change.text);
    },
    onSignedOut,
    pause,
  });
  store.subscribe(() => queue.confirm());
  queue.onSettled((queued) => {
    if (queued.taken) {
      takenChanges.forgetAtEnd(queued);
      putTaken(store, queued, queued.taken);
    } else if (queued.refusal === null) showStored(store, queued);
    if (queued.refusal === null) void sending.drop(queued);
  });
  for (const { chatId, clientId, text } of takeOutbox(store.me))
    queue.add(chatId, { kind: 'send', clientId, text });
  // The list shows what is before a message that is being hidden.
  for (const { chatId, change } of queue.changes())
    if (change.kind === 'delete' && change.scope === 'me') void store.opened.open(chatId);
  return queue;
}

/** Whether what somebody has made of the message since is queued behind, or being written: that alone is what they mean. */
function isChangedAgain(queue: Queue, { chatId, order }: QueuedChange, seq: number): boolean {
  const isLater = (one: QueuedChange) =>
    one.order > order &&
    one.chatId === chatId &&
    one.change.kind === 'edit' &&
    one.change.seq === seq;
  const isOf = (message: EditedMessage) => message.chatId === chatId && message.seq === seq;
  return queue.changes().some(isLater) || readEdits().some(({ message }) => isOf(message));
}

/** Another device has sent the same draft, and it was changed here: both are meant. */
function renamedAfter({ change }: QueuedChange, error: unknown): Change | null {
  const isReused = error instanceof ApiError && error.code === 'client_id_reused';
  return isReused && change.kind === 'send' ? { ...change, clientId: newId() } : null;
}

export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
  });
}

/** Sends what is queued, in one tab at a time; without shared storage each tab sends its own. */
export function useRunningQueue(queue: Queue): void {
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    for (const prefix of queue.keys.prefixes) sendInTurn(queue, prefix, signal);
    const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
      if (key === null) queue.changed();
      else queue.noteChange(key, oldValue, newValue);
    };
    addEventListener('storage', onStorage, { signal });
    // A browser may keep events from a tab that nobody sees.
    document.addEventListener('visibilitychange', () => queue.changed(), { signal });
    const unsubscribe = onlineManager.subscribe(() => queue.wake());
    return () => {
      leaving.abort();
      unsubscribe();
    };
  }, [queue]);
}

/**
 * Sends while it holds the lock of this prefix. Once for each change that this release does not understand it gives the lock to
 * whoever waits for it, who may be of a later one.
 *
 * @param passed the ids of those for which it has done so
 */
function sendInTurn(
  queue: Queue,
  prefix: string,
  signal: AbortSignal,
  passed: ReadonlySet<string> = new Set(),
): void {
  const name = `${prefix}${deviceStorage.isShared ? '' : newId()}`;
  runWithLock(name, signal, async () => {
    const stop = queue.run(prefix);
    const isOver = () => signal.aborted || queue.unknown(prefix).some((id) => !passed.has(id));
    await until(queue.subscribe, isOver, signal);
    stop();
    if (signal.aborted) return;
    // What is under way would be sent twice at once, and overtaken.
    await queue.settled();
    sendInTurn(queue, prefix, signal, new Set(queue.unknown(prefix)));
  });
}

function until(
  subscribe: (listener: () => void) => () => void,
  isSo: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo()) return;
      unsubscribe();
      signal.removeEventListener('abort', look);
      resolve();
    };
    const unsubscribe = subscribe(look);
    signal.addEventListener('abort', look);
    look();
  });
}

/** What is queued for a chat, in order. */
export function useQueued(chatId: string): readonly QueuedChange[] {
  const queue = useQueue();
  const all = useSyncExternalStore(queue.subscribe, queue.changes);
  return useMemo(() => all.filter((one) => one.chatId === chatId), [all, chatId]);
}

const isToTellOf = (change: Change, seq: number) =>
  'seq' in change && change.kind !== 'read' && change.seq === seq;

/**
 * Of what is queued for a message the one change to tell of: the first that was refused, or else any. Null where nothing is, and
 * then what else is queued draws nothing anew.
 */
export function useQueuedChange({ chatId, seq }: Pick<Message, 'chatId' | 'seq'>) {
  const queue = useQueue();
  return useSyncExternalStore(queue.subscribe, () => {
    const own = queue
      .changes()
      .filter(({ chatId: of, change }) => of === chatId && isToTellOf(change, seq));
    return own.find(({ refusal }) => refusal !== null) ?? own[0] ?? null;
  });
}

/** Whether this tab alone has something that waits; how far somebody has read is nothing that they would miss. */
export function useHasUnkept(): boolean {
  const queue = useQueue();
  return useSyncExternalStore(queue.subscribe, () =>
    queue.changes().some(({ id, change }) => change.kind !== 'read' && !queue.isKept(id)),
  );
}

/** A message that the server has not confirmed. */
export interface PendingMessage {
  /** In the queue; the message may have been given another name since. */
  readonly id: string;
  readonly message: NewMessage;
  /** When it was written, ISO 8601. */
  readonly at: string;
  readonly state: 'sending' | 'waiting' | 'behind' | 'failed';
  /** The code with which it was refused, where it was. */
  readonly refusal: string | null;
  readonly canDiscard: boolean;
  /** Whether it is still there after the page was closed. */
  readonly isKept: boolean;
}

export function usePendingMessages(queued: readonly QueuedChange[]): PendingMessage[] {
  const queue = useQueue();
  const isOnline = useIsOnline();
  return useMemo(
    () =>
      queued.flatMap((one) =>
        isNewMessage(one.change)
          ? [
              {
                id: one.id,
                message: one.change,
                at: one.at,
                state: stateOf(one, queued, isOnline),
                refusal: one.refusal,
                canDiscard: canDiscard(one),
                isKept: queue.isKept(one.id),
              },
            ]
          : [],
      ),
    [queue, queued, isOnline],
  );
}

function stateOf(one: QueuedChange, queued: readonly QueuedChange[], isOnline: boolean) {
  if (one.refusal !== null) return 'failed';
  if (isHeld(one, queued)) return 'behind';
  return isOnline ? 'sending' : 'waiting';
}
