import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { RedisTarget } from './parse-redis-url.js';

/** A client of one server (which sentinels may name) or of a cluster: the same commands. */
export type RedisClient = Redis | Cluster;

/** PEM texts; without `ca` the authorities that Node knows. */
export interface RedisCertificates {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

const retryStrategy = (attempt: number) => Math.min(attempt * 200, 2_000);

/** Milliseconds. A server that is connected and silent ends the connection, also that of one node of a cluster. */
const timeouts = {
  connectTimeout: 2_000,
  commandTimeout: 1_000,
  socketTimeout: 1_000,
  // A connection that is being ended is given up, not waited for.
  disconnectTimeout: 20,
  maxLoadingRetryTime: 500,
};

const noQueue = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
};

function optionsOf(target: RedisTarget, certificates: RedisCertificates): RedisOptions {
  const { username, password, db, tls } = target;
  const { ca, cert, key } = certificates;
  return {
    ...timeouts,
    // A user of few rights may not, and it is nobody's need.
    disableClientInfo: true,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(tls && { tls: { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) } }),
    db,
  };
}

function addressOf(target: RedisTarget, { tls }: RedisOptions): RedisOptions {
  const { kind, hosts, master, sentinelUsername, sentinelPassword } = target;
  if (kind !== 'sentinel') return { ...hosts[0] };
  return {
    sentinels: hosts.map((host) => ({ ...host })),
    name: master!,
    sentinelCommandTimeout: 1_000,
    // A master that was replaced while it was cut off goes on as if nothing had happened.
    failoverDetector: true,
    ...(sentinelUsername !== undefined && { sentinelUsername }),
    ...(sentinelPassword !== undefined && { sentinelPassword }),
    ...(tls && { sentinelTLS: tls, enableTLSForSentinelMode: true }),
  };
}

/** A client that queues nothing and comes back by itself. */
export function openClient(target: RedisTarget, certificates: RedisCertificates): RedisClient {
  const options = optionsOf(target, certificates);
  if (target.kind !== 'cluster') {
    const address = addressOf(target, options);
    const retry = { retryStrategy, sentinelRetryStrategy: retryStrategy };
    return new Redis({ ...options, ...address, ...noQueue, ...retry });
  }
  return new Cluster([...target.hosts], {
    redisOptions: options,
    clusterRetryStrategy: retryStrategy,
    enableOfflineQueue: false,
    maxRedirections: 4,
    retryDelayOnFailover: 50,
    retryDelayOnClusterDown: 50,
    // Certificates hold names: each connection looks them up by itself.
    dnsLookup: (address, callback) => callback(null, address),
  });
}

/**
 * A connection to subscribe with, which connects when it is asked to and never again: to the server, to the master that
 * sentinels name now, or to the node `at` of the cluster, by default any, since each gets what is published at the others.
 */
export function openSubscriber(
  target: RedisTarget,
  certificates: RedisCertificates,
  { client, at }: { client: RedisClient; at?: { host: string; port: number } | undefined },
): Redis {
  const options = optionsOf(target, certificates);
  const known = client instanceof Cluster ? client.nodes('all').map((node) => node.options) : [];
  const nodes = known.length > 0 ? known : target.hosts;
  const node = at ?? nodes[Math.floor(Math.random() * nodes.length)]!;
  const address =
    target.kind === 'cluster' ? { host: node.host!, port: node.port! } : addressOf(target, options);
  const never = { retryStrategy: null, sentinelRetryStrategy: () => null, lazyConnect: true };
  return new Redis({ ...options, ...address, ...never, autoResubscribe: false });
}
