import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Log } from '@triptych/logging';
import type { Redis } from 'ioredis';
import type { Broadcast } from './broadcast.port.js';

const channel = 'triptych:social-app:broadcast';
type Message = [fromReplica: string, topic: string, payload: unknown];

/**
 * Between replicas, by Redis pub/sub. All users share one channel: a channel for each user would have to be joined
 * when a stream opens, and what was published before the join would wait for the heartbeat.
 */
export function createRedisBroadcast(publisher: Redis, log: Log): Broadcast {
  const replicaId = randomUUID();
  const subscribers = new EventEmitter();
  const reconnects = new EventEmitter();
  // A connection that subscribes can do nothing else.
  const subscriber = publisher.duplicate({ autoResubscribe: false });
  const onFailure = (error: NodeJS.ErrnoException) =>
    log.warn(
      { code: error.code },
      'broadcast between replicas failed; events wait for the heartbeat',
    );

  subscriber.on('error', onFailure);
  // Also after every loss of the connection; readers then read at once what was appended meanwhile.
  subscriber.on('ready', () => {
    subscriber.subscribe(channel).then(() => reconnects.emit('reconnect'), onFailure);
  });
  subscriber.on('message', (_channel, text) => {
    const [fromReplica, topic, payload] = JSON.parse(text) as Message;
    if (fromReplica !== replicaId) subscribers.emit(topic, payload, fromReplica);
  });

  return {
    replicaId,
    publish(topic, payload) {
      subscribers.emit(topic, payload, replicaId);
      publisher
        .publish(channel, JSON.stringify([replicaId, topic, payload] satisfies Message))
        .catch(onFailure);
    },
    subscribe: (topic, listener) => void subscribers.on(topic, listener),
    onReconnect: (listener) => void reconnects.on('reconnect', listener),
    close: async () => subscriber.disconnect(),
  };
}
