import { EventEmitter } from 'node:events';
import type { Broadcast } from './broadcast.port.js';

/** An event that matters only now: never stored and never repeated (ADR 0015). */
export type EphemeralEvent =
  | {
      readonly type: 'typing';
      readonly chatId: string;
      readonly userId: string;
      readonly typing: boolean;
    }
  | { readonly type: 'presence'; readonly userId: string; readonly online: boolean };

export type EphemeralEvents = ReturnType<typeof createEphemeralEvents>;

const topic = 'ephemeral-event';

interface Message {
  readonly userIds: readonly string[];
  readonly event: EphemeralEvent;
}

export function createEphemeralEvents(broadcast: Pick<Broadcast, 'publish' | 'subscribe'>) {
  const readers = new EventEmitter().setMaxListeners(0);
  const publishHere = (userIds: readonly string[], event: EphemeralEvent) => {
    for (const userId of userIds) readers.emit(userId, event);
  };
  broadcast.subscribe<Message>(topic, ({ userIds, event }) => publishHere(userIds, event));
  return {
    /** To the open streams of these users at every replica. */
    publish: (userIds: readonly string[], event: EphemeralEvent) =>
      broadcast.publish(topic, { userIds, event } satisfies Message),
    /** To their open streams at this replica alone. */
    publishHere,
    /** Returns a function that unsubscribes. */
    subscribe(userId: string, listener: (event: EphemeralEvent) => void) {
      readers.on(userId, listener);
      return (): void => void readers.off(userId, listener);
    },
  };
}
