import { randomUUID } from 'node:crypto';
import type { Log } from '@triptych/logging';
import type { Redis } from 'ioredis';
import type { Broadcast } from './broadcast.port.js';
import { createListeners } from './listeners.js';

const channel = 'triptych:social-app:words';
type Words = [from: string, topic: string, payload: never];

/**
 * Between replicas. There is one channel for all users: a channel for each would have to be joined when a stream
 * opens, and what happened before the join would wait for the heartbeat.
 */
export function createRedisBroadcast(publisher: Redis, log: Log): Broadcast {
  const replica = randomUUID();
  const listeners = createListeners<[payload: never, from: string]>();
  const gapListeners = new Set<() => void>();
  // A connection that subscribes can do nothing else.
  const subscriber = publisher.duplicate({ autoResubscribe: false });
  const away = (error: NodeJS.ErrnoException) =>
    log.warn({ code: error.code }, 'words do not travel; events wait for the heartbeat');

  subscriber.on('error', away);
  // Also after every loss of the connection; what was published meanwhile is looked for at once.
  subscriber.on('ready', () => {
    subscriber.subscribe(channel).then(() => gapListeners.forEach((listener) => listener()), away);
  });
  subscriber.on('message', (_channel, text) => {
    const [from, topic, payload] = JSON.parse(text) as Words;
    if (from !== replica) listeners.tell([topic], payload, from);
  });

  return {
    replica,
    tell(topic, payload) {
      listeners.tell([topic], payload as never, replica);
      publisher.publish(channel, JSON.stringify([replica, topic, payload])).catch(away);
    },
    on: (topic, listener) => void listeners.add(topic, listener),
    onReconnect: (listener) => void gapListeners.add(listener),
    close: async () => subscriber.disconnect(),
  };
}
