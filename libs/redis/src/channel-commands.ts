import type { Redis } from 'ioredis';
import type { RedisClient } from './open-client.js';

/** One of the two families of commands of publish/subscribe; their channels do not hear each other. */
export interface ChannelCommands {
  /** Resolves when messages on all of these arrive. Sharded channels of one call have one hash tag. */
  join(subscriber: Redis, channels: readonly string[]): Promise<unknown>;
  leave(subscriber: Redis, channels: readonly string[]): Promise<unknown>;
  publish(client: RedisClient, channel: string, text: string): Promise<unknown>;
}

/** Every node of a cluster hands on what is published at another. */
export const classicCommands: ChannelCommands = {
  join: (subscriber, channels) => subscriber.subscribe(...channels),
  leave: (subscriber, channels) => subscriber.unsubscribe(...channels),
  publish: (client, channel, text) => client.publish(channel, text),
};

/** A channel belongs to a slot of a cluster, and only the nodes of that slot know of it. Since Redis 7. */
export const shardedCommands: ChannelCommands = {
  join: (subscriber, channels) => subscriber.ssubscribe(...channels),
  leave: (subscriber, channels) => subscriber.sunsubscribe(...channels),
  publish: (client, channel, text) => client.spublish(channel, text),
};
