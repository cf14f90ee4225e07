import { EventEmitter } from 'node:events';
import type { Broadcast } from './broadcast.port.js';
import type { Payloads } from './parse-broadcast-message.js';

/** An event that matters only now: never stored and never repeated (ADR 0015). */
export type EphemeralEvent =
  | Payloads['ephemeral-event']['event']
  /** The same: a friend, or the user, is called otherwise. */
  | { readonly type: 'person_changed'; readonly userId: string }
  /** Between a replica and its own streams: whether friends who are not online there may be so elsewhere. */
  | { readonly type: 'presence_unknown'; readonly unknown: boolean };

export type EphemeralEvents = ReturnType<typeof createEphemeralEvents>;

export function createEphemeralEvents(broadcast: Pick<Broadcast, 'publish' | 'subscribe'>) {
  const readers = new EventEmitter().setMaxListeners(0);
  const publishHere = (userIds: readonly string[], event: EphemeralEvent) => {
    for (const userId of userIds) readers.emit(userId, event);
  };
  broadcast.subscribe('ephemeral-event', ({ userIds, event }) => publishHere(userIds, event));
  return {
    /** To the open streams of these users at every replica. */
    publish: (userIds: readonly string[], event: Payloads['ephemeral-event']['event']) =>
      broadcast.publish('ephemeral-event', { userIds, event }),
    /** To their open streams at this replica alone. */
    publishHere,
    /** For a user whose wake-ups arrive here. Returns a function that unsubscribes. */
    subscribe(userId: string, listener: (event: EphemeralEvent) => void) {
      readers.on(userId, listener);
      return (): void => void readers.off(userId, listener);
    },
  };
}
