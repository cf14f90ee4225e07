import { execFileSync } from 'node:child_process';
import { freePort } from '@triptych/free-port';
import { createEncryption, noEncryption, type Encryption } from './encryption.js';
import {
  startRedisProcess,
  until,
  type RedisProcess,
  type RedisProcessOptions,
} from './redis-process.js';

/** Redis in one of the ways in which others run it. */
export interface TestTopology {
  /** What `connectRedis` wants to know. */
  readonly settings: { readonly url: string } & Encryption['certificates'];
  /** All that hold data. */
  readonly servers: readonly RedisProcess[];
  /** The server that holds the key (and the only one that takes writes, but for a cluster). */
  masterOf(key: string): Promise<RedisProcess>;
  close(): Promise<void>;
}

/** What the services may do at least, as docs/operations.md says. */
export const leastPrivilege =
  '-@all +hello +select +info +eval +time +get +getrange +set +incr +pttl +pexpire +del +unlink +publish +subscribe +unsubscribe';

/** What they may do besides in a cluster. */
export const clusterPrivilege = '+cluster|slots +cluster|info +spublish +ssubscribe +sunsubscribe';

/** The same at sentinels, with `&+switch-master`. */
export const sentinelPrivilege =
  '-@all +hello +sentinel|get-master-addr-by-name +sentinel|sentinels +subscribe';

/** Signs of a URL in it, to be written there as `encoded` is. */
export const password = 'p#s/?@%ss:1';
const encoded = encodeURIComponent(password);
const quoted = `"${password}"`;

export async function startSingle(): Promise<TestTopology> {
  const user = `user app on >${password} ~* &* ${leastPrivilege}`;
  const lines = [`requirepass ${quoted}`, user];
  const server = await startRedisProcess(await freePort(), lines, { client: { password, db: 3 } });
  return {
    servers: [server],
    settings: { url: `redis://app:${encoded}@127.0.0.1:${server.port}/3` },
    masterOf: () => Promise.resolve(server),
    close: () => server.close(),
  };
}

/** `asksClients`: takes only clients with a certificate. */
export async function startTls({ asksClients = false } = {}): Promise<TestTopology> {
  const encryption = createEncryption({ asksClients });
  const { scheme, certificates, lines } = encryption;
  const port = await freePort();
  const server = await startRedisProcess(port, lines(port), { client: { tls: certificates } });
  return {
    servers: [server],
    settings: { url: `${scheme}://127.0.0.1:${port}`, ...certificates },
    masterOf: () => Promise.resolve(server),
    close: () => server.close().finally(encryption.remove),
  };
}

function serversWith({ lines, certificates }: Encryption) {
  return async (own: readonly string[], options: RedisProcessOptions): Promise<RedisProcess> => {
    const port = await freePort();
    const tls = certificates.ca !== undefined && { tls: certificates };
    const client = { ...options.client, ...tls };
    return startRedisProcess(port, [...lines(port), ...own], { ...options, client });
  };
}

export interface TestSentinel extends TestTopology {
  readonly sentinels: readonly RedisProcess[];
}

/** A master, its replica, and three sentinels, which have passwords of their own. */
export async function startSentinel(encryption = noEncryption): Promise<TestSentinel> {
  const auth = [`requirepass ${quoted}`, `masterauth ${quoted}`];
  const own = [...auth, 'replica-announce-ip 127.0.0.1', 'repl-diskless-sync-delay 0'];
  const start = serversWith(encryption);
  const master = await start(own, { client: { password } });
  const replica = await start([...own, `replicaof 127.0.0.1 ${master.port}`], {
    client: { password },
  });
  const sentinels: RedisProcess[] = [];
  for (let n = 0; n < 3; n += 1) {
    const lines = [
      `sentinel monitor main 127.0.0.1 ${master.port} 2`,
      `sentinel auth-pass main ${quoted}`,
      'sentinel down-after-milliseconds main 1000',
      'sentinel failover-timeout main 4000',
      'requirepass watch',
      `user watcher on >watch &+switch-master ${sentinelPrivilege}`,
      'sentinel sentinel-pass watch',
    ];
    const asked = { client: { password: 'watch' }, isSentinel: true };
    sentinels.push(await start(lines, asked));
  }
  const ask = (command: string) => sentinels[0]!.admin.call('SENTINEL', command, 'main');
  await until(async () => {
    const [replicas, others] = [await ask('REPLICAS'), await ask('SENTINELS')];
    return (replicas as unknown[]).length === 1 && (others as unknown[]).length === 2;
  });
  const servers = [master, replica];
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return {
    servers,
    sentinels,
    settings: {
      url: `${encryption.scheme}+sentinel://:${encoded}@${hosts}/main/0?sentinel_username=watcher&sentinel_password=watch`,
      ...encryption.certificates,
    },
    masterOf: async () => {
      const [, port] = (await ask('get-master-addr-by-name')) as string[];
      return servers.find((server) => server.port === Number(port))!;
    },
    close: async () => {
      await Promise.all([...sentinels, ...servers].map((each) => each.close()));
      encryption.remove();
    },
  };
}

/** Three masters with a replica each; `lines` are further ones of their `redis.conf`. */
export async function startCluster(
  encryption = noEncryption,
  lines: readonly string[] = [
    `user app on >${password} ~* &* ${leastPrivilege} ${clusterPrivilege}`,
  ],
): Promise<TestTopology> {
  const start = serversWith(encryption);
  const nodes = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const own = [
        'cluster-enabled yes',
        'cluster-node-timeout 1000',
        'cluster-announce-ip 127.0.0.1',
        `tls-cluster ${encryption === noEncryption ? 'no' : 'yes'}`,
        `cluster-port ${await freePort()}`,
        'repl-diskless-sync-delay 0',
        `requirepass ${quoted}`,
        `masterauth ${quoted}`,
        ...lines,
      ];
      return start(own, { client: { password } });
    }),
  );
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  const create = ['--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes'];
  execFileSync('redis-cli', ['-a', password, ...encryption.flags, ...create], { stdio: 'ignore' });
  const isWhole = async ({ admin }: RedisProcess) => {
    const [info, known] = [await admin.cluster('INFO'), await admin.cluster('NODES')];
    const replicas = String(known)
      .split('\n')
      .filter((line) => /slave .* connected/.test(line));
    return String(info).includes('cluster_state:ok') && replicas.length === 3;
  };
  for (const node of nodes) await until(() => isWhole(node));
  return {
    servers: nodes,
    settings: {
      url: `${encryption.scheme}+cluster://app:${encoded}@${addresses.slice(0, 2).join(',')}`,
      ...encryption.certificates,
    },
    masterOf: async (key) => {
      const slot = Number(await nodes.at(-1)!.admin.cluster('KEYSLOT', key));
      const slots = await nodes.at(-1)!.admin.cluster('SLOTS');
      const range = slots.find(([from, to]) => from <= slot && slot <= to)!;
      const [, port] = range[2]!;
      return nodes.find((node) => node.port === port)!;
    },
    close: async () => {
      await Promise.all(nodes.map((node) => node.close()));
      encryption.remove();
    },
  };
}

/** Every way, by its name. */
export const topologies = {
  'one server': startSingle,
  TLS: startTls,
  Sentinel: startSentinel,
  Cluster: () => startCluster(),
} satisfies Record<string, () => Promise<TestTopology>>;
