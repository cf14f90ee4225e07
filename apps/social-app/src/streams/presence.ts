// Presence: who has an open stream at any replica and lets friends see it (ADR 0015, 0036).
// Guarantees: it is never stored; friends are read from the database for each change, at each replica for those who are
// there, so an ended friendship ends it and no message between replicas grows with friends; what gets lost between replicas
// is repaired by the list of users that each replica repeats; who may be there is never said to be absent.
//   user:    absent → online    at the first stream, anywhere
//            online → leaving   at the end of the last stream
//            leaving → online   when a stream opens within `graceMs`, unnoticed · → absent after it
//   replica: unknown → asked for its list when its heartbeat arrives
//            known → expired, and its users absent, when three heartbeats are missing
//   others:  known → unknown    after three heartbeats without Redis: whoever is not online here may be so elsewhere
//            unknown → known    a heartbeat after messages arrive again: by then every replica has sent its list
import type { Log } from '@triptych/logging';
import type { Broadcast } from '../events/broadcast.port.js';
import type { EphemeralEvents } from '../events/ephemeral-events.js';
import { inPortions } from './in-portions.js';
import {
  createLocalPresence,
  friendsAmong,
  type FriendIds,
  type FriendsOfUser,
  type LocalPresence,
} from './local-presence.js';
import { createPresenceTable, type PresenceTable } from './presence-table.js';

export interface PresenceDependencies {
  readonly friendIds: FriendIds;
  readonly broadcast: Pick<
    Broadcast,
    'replicaId' | 'publish' | 'subscribe' | 'onReconnect' | 'deafSince' | 'isPreviousHere'
  >;
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
  const { friendIds, broadcast, ephemeral, logger } = dependencies;
  const table = createPresenceTable();
  const { isOnline } = table;
  const onError = (err: unknown) => logger.warn({ err }, 'presence could not be published');
  const local = createLocalPresence({
    friendIds,
    onlineAmong,
    graceMs,
    onError,
    announce: (userId, online) => void announce(userId, online).catch(onError),
  });

  /** Friends who are online anywhere. */
  async function onlineAmong(friends: FriendsOfUser): Promise<string[]> {
    return (await friendsAmong(friendIds, friends, table.onlineUsers)).filter(isOnline);
  }

  /** To the replicas, this one among them, which notify the friends that they have. */
  async function announce(userId: string, online: boolean): Promise<void> {
    const more = broadcast.isPreviousHere() && { friendIds: await friendIds.readAll(userId) };
    broadcast.publish('presence-change', { userId, online, ...more });
  }

  /** To friends of the user with a stream here. */
  async function notifyFriends(userId: string): Promise<void> {
    const here = await friendsAmong(friendIds, await friendIds.read(userId), local.userIds);
    ephemeral.publishHere(here, { type: 'presence', userId, online: isOnline(userId) });
  }

  const notify = inPortions(notifyFriends, onError);
  followReplicas(dependencies, { table, local, notify });
  const { isUnknown, stop } = startHeartbeat(dependencies, { table, local, notify }, heartbeatMs);
  return {
    isOnline,
    /** Whether those who are not online here may be so at replicas that cannot be heard. */
    isUnknown,
    arrive: (userId: string) => local.arrive(userId),
    /** The user lets their presence be seen from now on, or no more. */
    setVisible: (userId: string, visible: boolean) =>
      broadcast.publish('presence-visibility', { userId, visible }),
    /** Everybody with a stream at this replica, whether they let it be seen or not. */
    usersHere: local.userIds,
    /** Friends who are online now and let it be seen. */
    onlineFriends: async (userId: string) => onlineAmong(await friendIds.read(userId)),
    close: stop,
  };
}

interface Followers {
  readonly table: PresenceTable;
  readonly local: LocalPresence;
  readonly notify: (userIds: readonly string[]) => void;
}

/** Keeps the table as the replicas report, this one among them. */
function followReplicas(
  { broadcast }: PresenceDependencies,
  { table, local, notify }: Followers,
): void {
  const isOther = (replica: string) => replica !== broadcast.replicaId;

  broadcast.subscribe('presence-change', ({ userId, online }, replica) => {
    const changed = online ? table.add(replica, userId) : table.remove(replica, userId);
    if (changed) notify([userId]);
  });
  broadcast.subscribe('presence-list', (userIds, replica) => {
    notify(table.replace(replica, userIds, Date.now()));
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
    local.setVisible(userId, visible);
  });
  broadcast.onReconnect(() => broadcast.publish('presence-request', null));
}

/** Says who is here, and takes off who was at replicas that have fallen silent. */
function startHeartbeat(
  { broadcast, ephemeral }: PresenceDependencies,
  { table, local, notify }: Followers,
  heartbeatMs: number,
) {
  const patience = missedHeartbeats * heartbeatMs;
  const others = createOthers(broadcast, patience, (unknown) =>
    ephemeral.publishHere(local.userIds(), { type: 'presence_unknown', unknown }),
  );
  let heartbeats = 0;
  const timer = setInterval(() => {
    heartbeats += 1;
    if (heartbeats % heartbeatsPerList === 0) {
      local.retryUnknown();
      broadcast.publish('presence-list', local.visibleUsers());
    } else broadcast.publish('presence-heartbeat', null);
    others.check(Date.now());
    // Whoever is taken off while others cannot be heard is known to be unknown before.
    if (!others.isInDoubt()) notify(table.expire(Date.now() - patience));
  }, heartbeatMs).unref();
  return { isUnknown: others.isUnknown, stop: () => clearInterval(timer) };
}

/** Whether the users of other replicas are known; `onChange` is called when that begins and when it ends. */
function createOthers(
  { deafSince }: Pick<Broadcast, 'deafSince'>,
  patience: number,
  onChange: (unknown: boolean) => void,
) {
  let [unknown, heartbeatsHeard] = [false, 0];
  function set(next: boolean): void {
    if (next === unknown) return;
    unknown = next;
    onChange(next);
  }
  return {
    isUnknown: () => unknown,
    /** Nothing can be heard, and that may be over soon. */
    isInDoubt: () => !unknown && deafSince() !== null,
    /** At each heartbeat. */
    check(now: number): void {
      const since = deafSince();
      heartbeatsHeard = since === null ? heartbeatsHeard + 1 : 0;
      if (since !== null && now - since >= patience) set(true);
      if (heartbeatsHeard > 1) set(false);
    },
  };
}
