import { createSubscribers } from './subscribers.js';
import type { Wakeups } from './wakeups.port.js';

/** For a service that runs as one process. */
export function createMemoryWakeups(): Wakeups {
  const subscribers = createSubscribers();
  return {
    wake: subscribers.ring,
    subscribe: subscribers.add,
    close: async () => {},
  };
}
