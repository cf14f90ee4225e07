export type { Channels, ChannelsHandlers } from './channels.js';
export {
  connectRedis,
  redisFaults,
  type RedisSettings,
  type SharedRedis,
} from './connect-redis.js';
export { RedisUnavailable, type RedisConnection } from './connection.js';
export type { RedisClient } from './open-client.js';
export { InvalidRedisUrl, parseRedisUrl, type RedisTarget } from './parse-redis-url.js';
export type { SubscriptionHandlers } from './subscription.js';
