import { openEvents, type ReceivedEvent } from './event-client.js';
import type { SignedInUser } from './signed-in-user.js';

/** Every event that a user received, over any number of connections. */
export interface EventFeed {
  readonly events: readonly ReceivedEvent[];
  /** Goes on at another replica, from the last event received. */
  reconnect(base: string): void;
  /** Resolves when the event with this id was received. */
  until(id: number): Promise<void>;
  close(): void;
}

export function openFeed(base: string, user: SignedInUser): EventFeed {
  const events: ReceivedEvent[] = [];
  let last = '0';
  let client = openEvents(base, user, `?since=${last}`);
  const collect = () => {
    events.push(...client.received.splice(0));
    return events.at(-1)?.id ?? 0;
  };
  return {
    events,
    reconnect(other) {
      collect();
      client.close();
      last = client.lastId() || last;
      client = openEvents(other, user, `?since=${last}`);
    },
    async until(id) {
      if (collect() < id) await client.until((event) => event.id >= id);
      collect();
    },
    close: () => client.close(),
  };
}
