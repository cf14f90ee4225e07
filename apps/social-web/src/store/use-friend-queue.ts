// Friend actions (ask, accept, deny, withdraw, remove, block, unblock) in a queue like that of messages, with one lane for all
// people: they are kept without a network and reach the server in the order in which they were asked for.
import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useMemo, useSyncExternalStore } from 'react';
import { deviceDatabase } from '../api/device-database.js';
import { mayAskFor, storageOf } from '../api/device-owner.js';
import { friendQueuePrefix } from '../api/device-storage.js';
import { friendsQuery, withoutPerson } from '../api/friends.js';
import { refetchChanged } from '../api/query-cache.js';
import { mirrored } from '../api/queue-mirror.js';
import { deliverFriendAction } from './deliver-friend-action.js';
import type { LocalStore } from './local-store.js';
import type { FriendRequest, QueuedChange, RelationChange } from './queue-model.js';
import { Queue } from './queue.js';
import { pause, useRunningQueue } from './use-queue.js';

export const FriendQueueContext = createContext<Queue | null>(null);

export function useFriendQueue(): Queue {
  const queue = use(FriendQueueContext);
  if (!queue) throw new Error('outside of FriendQueueContext');
  return queue;
}

export function createFriendQueue(me: string, onSignedOut: () => void): Queue {
  return new Queue([friendQueuePrefix(me)], {
    storage: mirrored(me, storageOf(me), deviceDatabase),
    deliver: deliverFriendAction,
    isOnline: () => onlineManager.isOnline() && mayAskFor(me),
    onSignedOut,
    pause,
  });
}

const lane = 'friends';

export function addFriendAction(queue: Queue, change: RelationChange | FriendRequest): string {
  return queue.add(lane, change);
}

/** What was taken leaves the lists before its row would show the state before; what was refused shows what the server says. */
export function useRunningFriendQueue(queue: Queue, store: LocalStore): void {
  useRunningQueue(queue);
  const client = useQueryClient();
  useEffect(
    () =>
      queue.onSettled(({ change, refusal }) => {
        const { queryKey } = friendsQuery;
        if (change.kind === 'relate' && refusal === null)
          client.setQueryData(queryKey, (lists) => lists && withoutPerson(lists, change.id));
        refetchChanged(client, { queryKey });
        store.suspectList();
      }),
    [client, queue, store],
  );
}

/** All that is queued, in order. */
export function useFriendActionsQueued(): readonly QueuedChange[] {
  const queue = useFriendQueue();
  return useSyncExternalStore(queue.subscribe, queue.changes);
}

export interface QueuedRelation extends QueuedChange {
  readonly change: RelationChange;
}

/** What was asked for last of somebody and the server has not taken; null when there is nothing. */
export function useQueuedRelation(id: string): QueuedRelation | null {
  const all = useFriendActionsQueued();
  return useMemo(
    () => all.filter(isRelation).findLast(({ change }) => change.id === id) ?? null,
    [all, id],
  );
}

export function isRelation(queued: QueuedChange): queued is QueuedRelation {
  return queued.change.kind === 'relate';
}
