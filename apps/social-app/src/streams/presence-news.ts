import type { Broadcast } from '../events/broadcast.port.js';
import type { EphemeralEvents } from '../events/ephemeral-events.port.js';
import type { LocalPresence } from './local-presence.js';
import type { PresenceTable } from './presence-table.js';

export type PresenceChannel = Pick<Broadcast, 'replica' | 'tell' | 'on' | 'onReconnect'>;

/** What replicas tell each other. */
export const topics = {
  change: 'presence',
  list: 'presence-list',
  beat: 'presence-beat',
  ask: 'presence-ask',
  show: 'presence-show',
};

export interface Change {
  readonly userId: string;
  readonly online: boolean;
  /** Their friends at the time. */
  readonly to: readonly string[];
}

export interface Showing {
  readonly userId: string;
  readonly visible: boolean;
}

export interface Hearing {
  readonly broadcast: PresenceChannel;
  readonly table: PresenceTable;
  readonly local: LocalPresence;
  readonly whispers: Pick<EphemeralEvents, 'tellHere'>;
  /** For changes that nobody announced. */
  readonly tellCircles: (userIds: readonly string[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Keeps the table as the replicas tell, this one among them. */
export function hearPresence(hearing: Hearing): void {
  const { broadcast, table, local, whispers, tellCircles, onError } = hearing;
  const isOwn = (replica: string) => replica === broadcast.replica;

  broadcast.on<Change>(topics.change, ({ userId, online, to }, from) => {
    const changed = online ? table.add(from, userId) : table.remove(from, userId);
    if (changed) whispers.tellHere(to, { type: 'presence', userId, online });
  });
  broadcast.on<string[]>(topics.list, (userIds, from) => {
    tellCircles(table.replace(from, userIds, Date.now())).catch(onError);
  });
  broadcast.on(topics.beat, (_nothing, from) => {
    // One that was forgotten was only slow.
    if (!table.hear(from, Date.now()) && !isOwn(from)) broadcast.tell(topics.ask, null);
  });
  broadcast.on(topics.ask, (_nothing, from) => {
    if (!isOwn(from)) broadcast.tell(topics.list, local.seen());
  });
  broadcast.on<Showing>(topics.show, ({ userId, visible }) => {
    local.show(userId, visible).catch(onError);
  });
  broadcast.onReconnect(() => broadcast.tell(topics.ask, null));
}
