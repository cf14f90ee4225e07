// Presence: who has an open stream at any replica and lets friends see it (ADR 0015).
// Guarantees: it is never stored; friends are read from the database for each announcement, so an ended friendship ends
// it; what gets lost between replicas is repaired by the list of users that each replica repeats.
//   user:    absent → online    at the first stream, anywhere
//            online → leaving   at the end of the last stream
//            leaving → online   when a stream opens within `graceMs`, unnoticed · → absent after it
//   replica: unknown → asked for its list when its heartbeat arrives
//            known → expired, and its users absent, when three heartbeats are missing
import type { Log } from '@triptych/logging';
import type { Broadcast } from '../events/broadcast.port.js';
import type { EphemeralEvents } from '../events/ephemeral-events.js';
import {
  createLocalPresence,
  readFriendsOf,
  type FriendsOfUser,
  type LocalPresence,
  type ReadFriendIds,
} from './local-presence.js';
import { createPresenceTable, type PresenceTable } from './presence-table.js';

export interface PresenceDependencies {
  readonly readFriendIds: ReadFriendIds;
  readonly broadcast: Pick<Broadcast, 'replicaId' | 'publish' | 'subscribe' | 'onReconnect'>;
  readonly ephemeral: Pick<EphemeralEvents, 'publishHere'>;
  readonly logger: Log;
}

export interface PresenceSettings {
  /** Milliseconds after the last stream within which a user may come back unnoticed. */
  readonly graceMs: number;
  /** Milliseconds between two heartbeats of a replica. */
  readonly heartbeatMs: number;
}

export const presenceDefaults: PresenceSettings = { graceMs: 5_000, heartbeatMs: 10_000 };

/** A heartbeat is a few bytes; one in so many carries the list of all users instead. */
const heartbeatsPerList = 3;
/** Heartbeats that a replica may miss. */
const missedHeartbeats = 3;

export type Presence = ReturnType<typeof createPresence>;

export function createPresence(
  dependencies: PresenceDependencies,
  { graceMs, heartbeatMs } = presenceDefaults,
) {
  const { readFriendIds, broadcast, ephemeral, logger } = dependencies;
  const { publish } = broadcast;
  const table = createPresenceTable();
  const { isOnline } = table;
  const onError = (err: unknown) => logger.warn({ err }, 'presence could not be published');
  const announce = ({ userId, friendIds }: FriendsOfUser, online: boolean) =>
    publish('presence-change', { userId, online, friendIds });
  const local = createLocalPresence({ readFriendIds, isOnline, announce, graceMs, onError });

  /** For changes that no replica has announced. */
  async function notifyFriends(userIds: readonly string[]): Promise<void> {
    if (userIds.length === 0) return;
    for (const { userId, friendIds } of await readFriendIds(userIds)) {
      ephemeral.publishHere(friendIds, { type: 'presence', userId, online: isOnline(userId) });
    }
  }

  let heartbeats = 0;
  function beat(): void {
    heartbeats += 1;
    if (heartbeats % heartbeatsPerList === 0) {
      local.retryUnknown();
      publish('presence-list', local.visibleUsers());
    } else publish('presence-heartbeat', null);
    notifyFriends(table.expire(Date.now() - missedHeartbeats * heartbeatMs)).catch(onError);
  }

  followReplicas(dependencies, { table, local, notifyFriends, onError });
  const timer = setInterval(beat, heartbeatMs).unref();
  return {
    isOnline,
    arrive: (userId: string) => local.arrive(userId),
    /** The user lets their presence be seen from now on, or no more. */
    setVisible: (userId: string, visible: boolean) =>
      publish('presence-visibility', { userId, visible }),
    /** Friends who are online now and let it be seen. */
    onlineFriends: async (userId: string) =>
      (await readFriendsOf(readFriendIds, userId)).friendIds.filter(isOnline),
    close: () => clearInterval(timer),
  };
}

interface Followers {
  readonly table: PresenceTable;
  readonly local: LocalPresence;
  readonly notifyFriends: (userIds: readonly string[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Keeps the table as the replicas report, this one among them. */
function followReplicas(
  { broadcast, ephemeral }: PresenceDependencies,
  { table, local, notifyFriends, onError }: Followers,
): void {
  const isOther = (replica: string) => replica !== broadcast.replicaId;

  broadcast.subscribe('presence-change', ({ userId, online, friendIds }, replica) => {
    const changed = online ? table.add(replica, userId) : table.remove(replica, userId);
    if (changed) ephemeral.publishHere(friendIds, { type: 'presence', userId, online });
  });
  broadcast.subscribe('presence-list', (userIds, replica) => {
    notifyFriends(table.replace(replica, userIds, Date.now())).catch(onError);
  });
  broadcast.subscribe('presence-heartbeat', (_nothing, replica) => {
    // One that expired was only slow, and one that has just started has not sent its list yet.
    const isKnown = table.touch(replica, Date.now());
    if (!isKnown && isOther(replica)) broadcast.publish('presence-request', null);
  });
  broadcast.subscribe('presence-request', (_nothing, replica) => {
    if (isOther(replica)) broadcast.publish('presence-list', local.visibleUsers());
  });
  broadcast.subscribe('presence-visibility', ({ userId, visible }) => {
    local.setVisible(userId, visible).catch(onError);
  });
  broadcast.onReconnect(() => broadcast.publish('presence-request', null));
}
