import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { SharedRedis } from '@triptych/redis';
import type { Broadcast } from './broadcast.port.js';
import {
  encodeMessage,
  parseMessage,
  type Payloads,
  type Topic,
} from './parse-broadcast-message.js';

const channel = 'broadcast';

/** Users whose wake-ups are kept while Redis takes none; beyond it they wait for the heartbeat. */
const mostUnsent = 100_000;
/** Milliseconds. */
const resendAfter = 1_000;

/**
 * Between replicas, by Redis pub/sub. All users share one channel: a channel for each user would have to be joined
 * when a stream opens, and what was published before the join would wait for the heartbeat.
 */
export function createRedisBroadcast(redis: SharedRedis): Broadcast {
  const replicaId = randomUUID();
  const subscribers = new EventEmitter();
  const reconnects = new EventEmitter();
  const unsent = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function send<T extends Topic>(topic: T, payload: Payloads[T]) {
    const message = encodeMessage({ fromReplica: replicaId, topic, payload });
    redis.commands
      .run((client) => client.publish(redis.name(channel), message))
      .catch(() => topic === 'wake-up' && keep(payload as Payloads['wake-up']));
  }

  // That Redis is away is logged where it is connected.
  function keep(userIds: readonly string[]) {
    if (unsent.size < mostUnsent) userIds.forEach((userId) => unsent.add(userId));
    timer ??= setTimeout(() => {
      const again = [...unsent];
      unsent.clear();
      timer = undefined;
      send('wake-up', again);
    }, resendAfter).unref();
  }

  const unsubscribe = redis.subscribe('broadcast', channel, {
    onMissed: () => reconnects.emit('reconnect'),
    onMessage: (text) => {
      const message = parseMessage(text);
      if (message === null) return false;
      const { fromReplica, topic, payload } = message;
      if (fromReplica !== replicaId) subscribers.emit(topic, payload, fromReplica);
      return true;
    },
  });

  return {
    replicaId,
    publish(topic, payload) {
      subscribers.emit(topic, payload, replicaId);
      send(topic, payload);
    },
    subscribe: (topic, listener) => void subscribers.on(topic, listener),
    onReconnect: (listener) => void reconnects.on('reconnect', listener),
    close: async () => {
      clearTimeout(timer);
      unsubscribe();
    },
  };
}
