import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { createDependencyLog, createSampler, type Log } from '@triptych/logging';
import { classicCommands } from './channel-commands.js';
import { createChannels, type Channels, type ChannelsHandlers } from './channels.js';
import { createConnection, type ConnectionOptions, type RedisConnection } from './connection.js';
import { openClient, openSubscriber, type RedisCertificates } from './open-client.js';
import { InvalidRedisUrl, parseRedisUrl } from './parse-redis-url.js';
import { openSubscription, type NodeAddress, type SubscriptionHandlers } from './subscription.js';

/** The Redis that the replicas of a service share, and that any of them may lose at any time. */
export interface SharedRedis {
  /** Whether keys lie on several servers, so that one script may not touch two. */
  readonly isCluster: boolean;
  /** The connection for commands that are short. */
  readonly commands: RedisConnection;
  /** The name of a key or channel, which no other service and no other version of the protocol has. */
  readonly name: (name: string) => string;
  /** The same in releases whose names had no version. */
  readonly unversionedName: (name: string) => string;
  /** A connection of its own, for what must not delay others; `label` tells it from them in the log. */
  connect(label: string, options: ConnectionOptions): RedisConnection;
  /** To one channel, on which everybody hears everything, and to those of former releases that are named beside it. */
  subscribe(label: string, channel: string, handlers: ChannelHandlers): ChannelSubscription;
  /** Channels that come and go, of which each reaches those alone that have joined it. */
  channels(label: string, handlers: ChannelsHandlers): Channels;
  /** Ends all of these. */
  close(): void;
}

export interface ChannelHandlers extends SubscriptionHandlers {
  /** Whole names. */
  readonly besides?: readonly string[];
}

export interface ChannelSubscription {
  readonly unsubscribe: () => void;
  /** Since when messages may be missed, in milliseconds since 1970; null while they arrive. */
  readonly deafSince: () => number | null;
}

export interface RedisSettings extends RedisCertificates {
  /** `REDIS_URL`, see `parseRedisUrl`. */
  readonly url: string;
  /** Keeps apart what shares a Redis, such as two services or stages. */
  readonly prefix: string;
}

/** Part of every name. Raise it when a replica of before could not live with what this one writes. */
const protocolVersion = 1;

/** Milliseconds. */
const shortTimeout = 300;

/**
 * Connects in the background, and again whenever it has to.
 *
 * @throws InvalidRedisUrl
 */
export function connectRedis(settings: RedisSettings, log: Log): SharedRedis {
  const target = parseRedisUrl(settings.url);
  const closing: (() => void)[] = [];
  const open = (label: string, options: ConnectionOptions) => {
    const client = openClient(target, settings);
    const connection = createConnection(client, createDependencyLog(log, label), options);
    closing.push(() => connection.close());
    return { client, connection };
  };
  const { client, connection: commands } = open('redis', { timeout: shortTimeout });
  const name = (last: string) => `${settings.prefix}:v${protocolVersion}:${last}`;
  const unversionedName = (last: string) => `${settings.prefix}:${last}`;
  const { isCluster } = client;
  const subscriptionTo = (label: string) => ({
    open: (at?: NodeAddress) => openSubscriber(target, settings, { client, at }),
    log: createDependencyLog(log, `redis ${label}`),
    onIgnored: logIgnored(log, label),
  });
  return {
    isCluster,
    commands,
    name,
    unversionedName,
    connect: (label, options) => open(`redis ${label}`, options).connection,
    subscribe: (label, channel, { besides = [], ...handlers }) => {
      const subscription = openSubscription({
        ...handlers,
        ...subscriptionTo(label),
        publisher: commands,
        commands: () => classicCommands,
        heartbeatChannel: name(`${channel}:heartbeat`),
      });
      for (const each of [name(channel), ...besides]) subscription.add(each);
      closing.push(subscription.close);
      return { unsubscribe: subscription.close, deafSince: subscription.deafSince };
    },
    channels: (label, handlers) => {
      const own = { isCluster, publisher: commands, name, subscription: subscriptionTo(label) };
      const channels = createChannels({ ...handlers, ...own });
      closing.push(channels.close);
      return channels;
    },
    close: () => closing.forEach((close) => close()),
  };
}

/** One line a minute, without a word of the message. */
function logIgnored(log: Log, channel: string): (length: number) => void {
  const sample = createSampler(1);
  return (length) => {
    const suppressed = sample(channel);
    if (suppressed === null) return;
    log.warn({ channel, length, suppressed }, 'a message on Redis was not understood and ignored');
  };
}

/** What a start should refuse: faults of `REDIS_URL`, `REDIS_CA`, `REDIS_CERT` and `REDIS_KEY`, without their values. */
export function redisFaults({ url, ca, cert, key }: Partial<RedisSettings>): string[] {
  const faults: string[] = [];
  try {
    if (url !== undefined && !parseRedisUrl(url).tls && (ca ?? cert ?? key) !== undefined) {
      faults.push('REDIS_CA, REDIS_CERT and REDIS_KEY take a REDIS_URL with rediss');
    }
  } catch (error) {
    if (!(error instanceof InvalidRedisUrl)) throw error;
    faults.push(error.message);
  }
  if ((cert === undefined) !== (key === undefined)) {
    faults.push('REDIS_CERT and REDIS_KEY take each other');
  }
  try {
    if (ca !== undefined) new X509Certificate(ca);
    if (cert !== undefined && key !== undefined) createSecureContext({ cert, key });
  } catch {
    faults.push('REDIS_CA, REDIS_CERT and REDIS_KEY are not PEM texts that fit each other');
  }
  return faults;
}
