import { EventEmitter } from 'node:events';
import type { Broadcast } from './broadcast.port.js';

export type Wakeups = ReturnType<typeof createWakeups>;

/** The half that writers need. */
export type Waker = Pick<Wakeups, 'wake'>;

/**
 * Wake-ups: hints that the event logs of these users have grown. A wake-up carries no event and may get lost, because
 * readers also compare their position with the log at every heartbeat (ADR 0009).
 */
export function createWakeups(broadcast: Pick<Broadcast, 'publish' | 'subscribe' | 'follow'>) {
  const readers = new EventEmitter().setMaxListeners(0);
  broadcast.subscribe('wake-up', (userIds) => {
    for (const userId of userIds) readers.emit(userId);
  });
  return {
    /** After the commit. Never throws and is not awaited, so that it cannot fail a write. */
    wake: (userIds: readonly string[]) => broadcast.publish('wake-up', userIds),
    /** From now on what is for the user arrives here, ephemeral events, too. Returns a function that unsubscribes. */
    subscribe(userId: string, listener: () => void) {
      readers.on(userId, listener);
      const unfollow = broadcast.follow(userId, listener);
      return (): void => {
        unfollow();
        readers.off(userId, listener);
      };
    },
  };
}
