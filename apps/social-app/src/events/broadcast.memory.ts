import { randomUUID } from 'node:crypto';
import type { Broadcast } from './broadcast.port.js';
import { createListeners } from './listeners.js';

/** For a service that runs as one process. */
export function createMemoryBroadcast(): Broadcast {
  const replica = randomUUID();
  const listeners = createListeners<[payload: never, from: string]>();
  return {
    replica,
    tell: (topic, payload) => listeners.tell([topic], payload as never, replica),
    on: (topic, listener) => void listeners.add(topic, listener),
    onReconnect: () => {},
    close: async () => {},
  };
}
