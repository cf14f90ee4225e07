import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { createDependencyLog, createSampler, type Log } from '@triptych/logging';
import { createConnection, type ConnectionOptions, type RedisConnection } from './connection.js';
import { openClient, openSubscriber, type RedisCertificates } from './open-client.js';
import { InvalidRedisUrl, parseRedisUrl } from './parse-redis-url.js';
import { subscribe, type SubscriptionHandlers } from './subscription.js';

/** The Redis that the replicas of a service share, and that any of them may lose at any time. */
export interface SharedRedis {
  /** Whether keys lie on several servers, so that one script may not touch two. */
  readonly isCluster: boolean;
  /** The connection for commands that are short. */
  readonly commands: RedisConnection;
  /** The name of a key or channel, which no other service and no other version of the protocol has. */
  readonly name: (name: string) => string;
  /** A connection of its own, for what must not delay others; `label` tells it from them in the log. */
  connect(label: string, options: ConnectionOptions): RedisConnection;
  /** Returns a function that unsubscribes. */
  subscribe(label: string, channel: string, handlers: SubscriptionHandlers): () => void;
  /** Ends all of these. */
  close(): void;
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
  return {
    isCluster: client.isCluster,
    commands,
    name,
    connect: (label, options) => open(`redis ${label}`, options).connection,
    subscribe: (label, channel, handlers) => {
      const unsubscribe = subscribe({
        ...handlers,
        channel: name(channel),
        open: () => openSubscriber(target, settings, client),
        publisher: commands,
        log: createDependencyLog(log, `redis ${label}`),
        onIgnored: logIgnored(log, channel),
      });
      closing.push(unsubscribe);
      return unsubscribe;
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
