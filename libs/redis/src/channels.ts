import { classicCommands, shardedCommands, type ChannelCommands } from './channel-commands.js';
import type { RedisConnection } from './connection.js';
import { openSubscription, type Subscription, type SubscriptionParts } from './subscription.js';

// Any number of channels, which come and go (ADR 0036). On one server they share a connection. On a cluster they are spread
// over a few hash tags, each with a subscription of its own at the node that has its slot, so that a message reaches no other.
// A cluster that does not know sharded channels has classic ones.

/** Of which each is one slot of a cluster, and one connection of a replica. */
const hashTags = 8;

export interface ChannelsHandlers {
  /** Returns whether the message was understood. */
  readonly onMessage: (text: string) => boolean;
  /** Messages on the channel arrive from now on; until now they may have been missed. */
  readonly onJoined: (channel: string) => void;
}

export interface Channels {
  join(channel: string): void;
  leave(channel: string): void;
  /** @throws RedisUnavailable */
  publish(channel: string, text: string): Promise<unknown>;
  readonly close: () => void;
}

export interface ChannelsParts extends ChannelsHandlers {
  readonly isCluster: boolean;
  readonly publisher: RedisConnection;
  readonly name: (name: string) => string;
  readonly subscription: Pick<SubscriptionParts, 'open' | 'log' | 'onIgnored'>;
}

export function createChannels(parts: ChannelsParts): Channels {
  const { isCluster, publisher, name } = parts;
  let commands: ChannelCommands = isCluster ? shardedCommands : classicCommands;
  const hasFallenBack = (error: unknown) => {
    const isUnknown = /^ERR unknown command/.test((error as Error).message);
    if (isUnknown) commands = classicCommands;
    return isUnknown;
  };
  const attempt = <T>(work: (commands: ChannelCommands) => Promise<T>) =>
    work(commands).catch((error: unknown) => {
      if (!hasFallenBack(error)) throw error;
      return work(commands);
    });
  const either: ChannelCommands = {
    join: (to, channels) => attempt((by) => by.join(to, channels)),
    leave: (to, channels) => attempt((by) => by.leave(to, channels)),
    publish: (to, channel, text) => attempt((by) => by.publish(to, channel, text)),
  };
  const lines = Array.from({ length: isCluster ? hashTags : 1 }, (_, tag) =>
    createLine(parts, name(isCluster ? `{${tag}}:` : ''), either),
  );
  const lineOf = (channel: string) => lines[spread(channel) % lines.length]!;
  return {
    join: (channel) => lineOf(channel).join(channel),
    leave: (channel) => lineOf(channel).leave(channel),
    publish: (channel, text) => {
      const full = lineOf(channel).full(channel);
      return publisher.run((client) => either.publish(client, full, text));
    },
    close: () => lines.forEach((line) => line.close()),
  };
}

/** A number of the name, the same at every replica. */
function spread(name: string): number {
  let hash = 0;
  for (let n = 0; n < name.length; n += 1) hash = (Math.imul(hash, 31) + name.charCodeAt(n)) >>> 0;
  return hash;
}

/** The channels of one prefix, at one server. */
function createLine(parts: ChannelsParts, prefix: string, commands: ChannelCommands) {
  const joined = new Set<string>();
  const full = (channel: string) => `${prefix}${channel}`;
  const subscription: Subscription = openSubscription({
    ...parts.subscription,
    publisher: parts.publisher,
    commands: () => commands,
    heartbeatChannel: full('heartbeat'),
    onMessage: parts.onMessage,
    onMissed: () => joined.forEach((channel) => parts.onJoined(channel)),
    onJoined: (channels) =>
      channels.forEach((channel) => parts.onJoined(channel.slice(prefix.length))),
  });
  return {
    full,
    join: (channel: string) => void (joined.add(channel), subscription.add(full(channel))),
    leave: (channel: string) => void (joined.delete(channel), subscription.remove(full(channel))),
    close: () => subscription.close(),
  };
}
