import { randomUUID } from 'node:crypto';
import type { Log } from '@triptych/logging';
import type { Redis } from 'ioredis';
import { createSubscribers } from './subscribers.js';
import type { Wakeups } from './wakeups.port.js';

const channel = 'triptych:social-app:wakeups';

/**
 * Between replicas. There is one channel for all users: a channel for each would have to be joined when a stream
 * opens, and what happened before the join would wait for the heartbeat.
 */
export function createRedisWakeups(publisher: Redis, log: Log): Wakeups {
  const replica = randomUUID();
  const subscribers = createSubscribers();
  // A connection that subscribes can do nothing else.
  const subscriber = publisher.duplicate({ autoResubscribe: false });
  const away = (error: NodeJS.ErrnoException) =>
    log.warn({ code: error.code }, 'wake-ups do not travel; events wait for the heartbeat');

  subscriber.on('error', away);
  // Also after every loss of the connection; what was published meanwhile is looked for at once.
  subscriber.on('ready', () => {
    subscriber.subscribe(channel).then(subscribers.ringAll, away);
  });
  subscriber.on('message', (_channel, payload) => {
    const [from, ...userIds] = payload.split(' ');
    if (from !== replica) subscribers.ring(userIds);
  });

  return {
    wake(userIds) {
      subscribers.ring(userIds);
      publisher.publish(channel, [replica, ...userIds].join(' ')).catch(away);
    },
    subscribe: subscribers.add,
    close: async () => subscriber.disconnect(),
  };
}
