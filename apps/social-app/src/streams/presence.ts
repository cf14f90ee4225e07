import type { Log } from '@triptych/logging';
import type { PresenceWatch } from './presence-watch.port.js';
import type { EphemeralEvents } from '../events/ephemeral-events.port.js';
import type { FriendIds } from './friend-ids.port.js';
import { createLocalPresence, readCircle } from './local-presence.js';
import {
  type Change,
  hearPresence,
  type PresenceChannel,
  type Showing,
  topics,
} from './presence-news.js';
import { createPresenceTable } from './presence-table.js';

export interface PresenceParts {
  readonly circles: FriendIds;
  readonly broadcast: PresenceChannel;
  readonly whispers: Pick<EphemeralEvents, 'tellHere'>;
  readonly logger: Log;
}

export interface PresenceSettings {
  /** Milliseconds after the last stream in which someone may come back unnoticed. */
  readonly graceMs: number;
  /** Milliseconds between two signs of life of a replica; three without one, and its users are gone. */
  readonly beatMs: number;
}

export const presenceDefaults: PresenceSettings = { graceMs: 5_000, beatMs: 10_000 };

/** A sign of life is a few bytes; the list of everybody is repeated with one in so many. */
const beatsOfList = 3;

export interface Presence extends PresenceWatch {
  onlineFriends(userId: string): Promise<string[]>;
  /** Someone lets it be seen from now on, or no more. */
  show(userId: string, visible: boolean): void;
  close(): void;
}

/**
 * Who is there: everyone with an open stream anywhere who lets it be seen. Replicas tell each other of changes at once
 * and repeat the whole list now and then, so what was lost is mended. One that shows no sign of life is forgotten.
 */
export function createPresence(parts: PresenceParts, settings = presenceDefaults): Presence {
  const { circles, broadcast, whispers, logger } = parts;
  const table = createPresenceTable();
  const onError = (err: unknown) => logger.warn({ err }, 'presence could not be told');
  const local = createLocalPresence({
    circles,
    isOnline: table.isOnline,
    announce: ({ userId, friends: to }, online) =>
      broadcast.tell(topics.change, { userId, online, to } satisfies Change),
    graceMs: settings.graceMs,
    onError,
  });

  /** For changes that nobody announced. */
  async function tellCircles(userIds: readonly string[]): Promise<void> {
    if (userIds.length === 0) return;
    for (const { userId, friends } of await circles.read(userIds)) {
      whispers.tellHere(friends, { type: 'presence', userId, online: table.isOnline(userId) });
    }
  }

  let beats = 0;
  function showLife(): void {
    beats += 1;
    if (beats % beatsOfList === 0) {
      local.admitWaiting();
      broadcast.tell(topics.list, local.seen());
    } else broadcast.tell(topics.beat, null);
    tellCircles(table.forget(Date.now() - 3 * settings.beatMs)).catch(onError);
  }

  hearPresence({ broadcast, table, local, whispers, tellCircles, onError });
  const beat = setInterval(showLife, settings.beatMs).unref();
  return {
    isOnline: table.isOnline,
    arrive: local.arrive,
    show: (userId, visible) => broadcast.tell(topics.show, { userId, visible } satisfies Showing),
    onlineFriends: async (userId) =>
      (await readCircle(circles, userId)).friends.filter(table.isOnline),
    close: () => clearInterval(beat),
  };
}
