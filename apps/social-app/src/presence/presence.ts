import type { Log } from '@triptych/logging';
import type { Broadcast } from '../realtime/broadcast.port.js';
import type { PresenceWatch } from '../realtime/presence-watch.port.js';
import type { Whispers } from '../realtime/whispers.port.js';
import type { Circle, Circles } from './circles.port.js';
import { createPresenceTable } from './presence-table.js';

export interface PresenceParts {
  readonly circles: Circles;
  readonly broadcast: Pick<Broadcast, 'replica' | 'tell' | 'on' | 'onGap'>;
  readonly whispers: Pick<Whispers, 'tellHere'>;
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

/** Someone with a stream at this replica. */
interface Local {
  streams: number;
  /** Null until the database has told. */
  visible: boolean | null;
  leaving?: NodeJS.Timeout;
}

interface Change {
  readonly userId: string;
  readonly online: boolean;
  /** Their friends at the time. */
  readonly to: readonly string[];
}

const topics = {
  change: 'presence',
  list: 'presence-list',
  beat: 'presence-beat',
  ask: 'presence-ask',
  show: 'presence-show',
};

/**
 * Who is there: everyone with an open stream anywhere who lets it be seen. Replicas tell each other of changes at once
 * and repeat the whole list now and then, so what was lost is mended. One that shows no sign of life is forgotten.
 */
export function createPresence(parts: PresenceParts, settings = presenceDefaults): Presence {
  const { circles, broadcast, whispers, logger } = parts;
  const here = new Map<string, Local>();
  const table = createPresenceTable();
  const onError = (err: unknown) => logger.warn({ err }, 'presence could not be told');

  const circleOf = async (userId: string): Promise<Circle> => {
    const [circle] = await circles.read([userId]);
    return circle ?? { userId, visible: false, friends: [] };
  };

  function announce({ userId, friends: to }: Circle, online: boolean): void {
    broadcast.tell(topics.change, { userId, online, to } satisfies Change);
  }

  /** For changes that nobody announced. */
  async function tellCircles(userIds: readonly string[]): Promise<void> {
    if (userIds.length === 0) return;
    for (const { userId, friends } of await circles.read(userIds)) {
      whispers.tellHere(friends, { type: 'presence', userId, online: table.isOnline(userId) });
    }
  }

  function shown(): string[] {
    return [...here].filter(([, { visible }]) => visible).map(([userId]) => userId);
  }

  async function show(userId: string, visible: boolean): Promise<void> {
    const local = here.get(userId);
    if (!local || local.visible === visible) return;
    local.visible = visible;
    announce(await circleOf(userId), visible);
  }

  async function admit(userId: string, local: Local): Promise<string[]> {
    const circle = await circleOf(userId);
    if (local.visible === null && here.get(userId) === local) {
      local.visible = circle.visible;
      if (circle.visible) announce(circle, true);
    }
    return circle.friends.filter(table.isOnline);
  }

  async function dismiss(userId: string, local: Local): Promise<void> {
    here.delete(userId);
    if (local.visible) announce(await circleOf(userId), false);
  }

  function leave(userId: string, local: Local): void {
    local.streams -= 1;
    if (local.streams > 0) return;
    const go = () => void dismiss(userId, local).catch(onError);
    local.leaving = setTimeout(go, settings.graceMs).unref();
  }

  broadcast.on<Change>(topics.change, ({ userId, online, to }, from) => {
    const changed = online ? table.add(from, userId) : table.remove(from, userId);
    if (changed) whispers.tellHere(to, { type: 'presence', userId, online });
  });
  broadcast.on<string[]>(topics.list, (userIds, from) => {
    tellCircles(table.replace(from, userIds, Date.now())).catch(onError);
  });
  broadcast.on(topics.beat, (_nothing, from) => {
    // One that was forgotten was only slow.
    const isKnown = table.hear(from, Date.now());
    if (!isKnown && from !== broadcast.replica) broadcast.tell(topics.ask, null);
  });
  broadcast.on(topics.ask, (_nothing, from) => {
    if (from !== broadcast.replica) broadcast.tell(topics.list, shown());
  });
  broadcast.on<{ userId: string; visible: boolean }>(topics.show, ({ userId, visible }) => {
    show(userId, visible).catch(onError);
  });
  broadcast.onGap(() => broadcast.tell(topics.ask, null));

  let beats = 0;
  const beat = setInterval(() => {
    beats += 1;
    if (beats % beatsOfList === 0) repeatList();
    else broadcast.tell(topics.beat, null);
    tellCircles(table.forget(Date.now() - 3 * settings.beatMs)).catch(onError);
  }, settings.beatMs).unref();

  function repeatList(): void {
    // Those who came while the database was away.
    for (const [userId, local] of here) {
      if (local.visible === null) admit(userId, local).catch(onError);
    }
    broadcast.tell(topics.list, shown());
  }

  return {
    isOnline: table.isOnline,
    show: (userId, visible) => broadcast.tell(topics.show, { userId, visible }),
    onlineFriends: async (userId) => (await circleOf(userId)).friends.filter(table.isOnline),
    arrive(userId) {
      const local = here.get(userId) ?? { streams: 0, visible: null };
      here.set(userId, local);
      local.streams += 1;
      clearTimeout(local.leaving);
      const onlineFriends = admit(userId, local).catch((error: unknown) => {
        onError(error);
        return [];
      });
      return { onlineFriends, leave: () => leave(userId, local) };
    },
    close: () => clearInterval(beat),
  };
}
