import { EventEmitter } from 'node:events';
import type { SharedRedis } from '@triptych/redis';
import type { Broadcast } from './broadcast.port.js';
import { createFollowedUsers } from './followed-users.js';
import {
  encodeMessage,
  parseMessage,
  perUser,
  type Payloads,
  type Topic,
} from './parse-broadcast-message.js';
import {
  createPreviousRelease,
  createReplicaId,
  encodeForPrevious,
  isOfPrevious,
  parseOfPrevious,
  previousChannel,
} from './previous-release.js';

const channel = 'broadcast';

/** Users whose wake-ups are kept while Redis takes none; beyond it they wait for the heartbeat. */
const mostUnsent = 100_000;
/** Milliseconds. */
const resendAfter = 1_000;

/**
 * Between replicas, by Redis pub/sub: a channel for all of them, and one for each user, which those replicas have joined
 * that have a stream of the user. What was published before a channel was joined is made good by `onFollowed`.
 */
export function createRedisBroadcast(redis: SharedRedis): Broadcast {
  const replicaId = createReplicaId();
  const previous = createPreviousRelease();
  const subscribers = new EventEmitter();
  const reconnects = new EventEmitter();
  const receiver = createReceiver(replicaId, subscribers, previous);
  const users = redis.channels('users', {
    onMessage: (text) => receiver.receive(text),
    onJoined: (name) => followed.confirm(name.slice(userChannel('').length)),
  });
  const followed = createFollowedUsers({
    join: (userId) => users.join(userChannel(userId)),
    leave: (userId) => users.leave(userChannel(userId)),
  });
  const all = redis.subscribe('broadcast', channel, {
    onMissed: () => reconnects.emit('reconnect'),
    onMessage: (text) => receiver.receive(text) || receiver.receiveOfPrevious(text),
    besides: [redis.unversionedName(previousChannel)],
  });
  const sender = createSender(redis, users, replicaId, previous);

  return {
    replicaId,
    publish(topic, payload) {
      subscribers.emit(topic, payload, replicaId);
      sender.send(topic, payload);
    },
    subscribe: (topic, listener) => void subscribers.on(topic, listener),
    follow: (userId, onFollowed) => followed.add(userId, onFollowed),
    onReconnect: (listener) => void reconnects.on('reconnect', listener),
    deafSince: all.deafSince,
    isPreviousHere: previous.isHere,
    close: async () => {
      sender.close();
      all.unsubscribe();
      users.close();
    },
  };
}

const userChannel = (userId: string) => `user:${userId}`;

type PreviousRelease = ReturnType<typeof createPreviousRelease>;

/** Each returns whether it understood the message. */
function createReceiver(replicaId: string, subscribers: EventEmitter, previous: PreviousRelease) {
  return {
    receive(text: string): boolean {
      const message = parseMessage(text);
      if (message === null) return false;
      const { fromReplica, topic, payload } = message;
      if (fromReplica !== replicaId) subscribers.emit(topic, payload, fromReplica);
      return true;
    },
    receiveOfPrevious(text: string): boolean {
      const message = parseOfPrevious(text);
      // What this release says there arrives on its own channels, too.
      if (message === null || !isOfPrevious(message)) return message !== null;
      previous.hear();
      return subscribers.emit(message.topic, message.payload, message.fromReplica) || true;
    },
  };
}

function createSender(
  redis: SharedRedis,
  users: ReturnType<SharedRedis['channels']>,
  fromReplica: string,
  previous: PreviousRelease,
) {
  // That Redis is away is logged where it is connected.
  const ignore = () => undefined;
  const publishOn = (name: string, text: string) =>
    redis.commands.run((client) => client.publish(name, text)).catch(ignore);
  const unsent = createUnsent((userIds) => send('wake-up', userIds));

  function send<T extends Topic>(topic: T, payload: Payloads[T]): void {
    const split = perUser[topic];
    // Whether one of them is here is not known before it is asked.
    if (previous.isHere() || topic === 'presence-request') {
      const text = encodeForPrevious(fromReplica, topic, payload);
      if (text !== null) void publishOn(redis.unversionedName(previousChannel), text);
    }
    if (!split) void publishOn(redis.name(channel), encodeMessage({ fromReplica, topic, payload }));
    for (const [userId, part] of split?.(payload) ?? []) {
      users
        .publish(userChannel(userId), encodeMessage({ fromReplica, topic, payload: part }))
        .catch(() => topic === 'wake-up' && unsent.keep(userId));
    }
  }
  return { send, close: unsent.close };
}

/** Users whose wake-ups Redis did not take, for another attempt. */
function createUnsent(send: (userIds: readonly string[]) => void) {
  const unsent = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  return {
    keep(userId: string): void {
      if (unsent.size < mostUnsent) unsent.add(userId);
      timer ??= setTimeout(() => {
        const again = [...unsent];
        unsent.clear();
        timer = undefined;
        send(again);
      }, resendAfter).unref();
    },
    close: () => clearTimeout(timer),
  };
}
