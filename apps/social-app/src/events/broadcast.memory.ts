import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Broadcast } from './broadcast.port.js';

/** For a service that runs as one process. */
export function createMemoryBroadcast(): Broadcast {
  const replicaId = randomUUID();
  const subscribers = new EventEmitter();
  return {
    replicaId,
    publish: (topic, payload) => void subscribers.emit(topic, payload, replicaId),
    subscribe: (topic, listener) => void subscribers.on(topic, listener),
    follow: () => () => {},
    onReconnect: () => {},
    deafSince: () => null,
    isPreviousHere: () => false,
    close: async () => {},
  };
}
