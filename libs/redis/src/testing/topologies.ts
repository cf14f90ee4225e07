import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startRedisProcess, until, type RedisProcess } from './redis-process.js';

/** Redis in one of the ways in which others run it. */
export interface TestTopology {
  /** What `connectRedis` wants to know. */
  readonly settings: { readonly url: string; readonly ca?: string };
  /** All that hold data. */
  readonly servers: readonly RedisProcess[];
  /** The server that holds the key (and the only one that takes writes, but for a cluster). */
  masterOf(key: string): Promise<RedisProcess>;
  close(): Promise<void>;
}

/** What the services may do at least, as docs/operations.md says; with `+cluster|slots +cluster|info` in a cluster. */
export const leastPrivilege =
  '-@all +hello +select +info +eval +time +get +getrange +set +incr +pttl +pexpire +del +unlink +publish +subscribe';

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

/** With an authority of its own, which signed a certificate for 127.0.0.1. */
export async function startTls(): Promise<TestTopology> {
  const folder = mkdtempSync(join(tmpdir(), 'triptych-tls-'));
  const [ca, cert, key] = createCertificates(folder);
  const port = await freePort();
  const files = [`tls-ca-cert-file ${ca}`, `tls-cert-file ${cert}`, `tls-key-file ${key}`];
  const tls = { ca: readFileSync(ca, 'utf8') };
  const lines = ['port 0', `tls-port ${port}`, 'tls-auth-clients no', ...files];
  const server = await startRedisProcess(port, lines, { client: { tls } });
  return {
    servers: [server],
    settings: { url: `rediss://127.0.0.1:${port}`, ...tls },
    masterOf: () => Promise.resolve(server),
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function createCertificates(folder: string): [ca: string, cert: string, key: string] {
  const file = (name: string) => join(folder, name);
  const openssl = (...parameters: string[]) =>
    execFileSync('openssl', parameters, { stdio: 'ignore', cwd: folder });
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const authority = ['-subj', '/CN=test authority', '-keyout', 'ca.key', '-out', 'ca.pem'];
  openssl(...request, '-nodes', '-days', '2', ...authority);
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const own = ['-subj', '/CN=redis', '-keyout', 'own.key', '-out', 'own.pem'];
  openssl(...request, '-nodes', '-days', '2', ...own, ...signed);
  return [file('ca.pem'), file('own.pem'), file('own.key')];
}

export interface TestSentinel extends TestTopology {
  readonly sentinels: readonly RedisProcess[];
}

/** A master, its replica, and three sentinels, which have passwords of their own. */
export async function startSentinel(): Promise<TestSentinel> {
  const auth = [`requirepass ${quoted}`, `masterauth ${quoted}`];
  const own = [...auth, 'replica-announce-ip 127.0.0.1', 'repl-diskless-sync-delay 0'];
  const client = { password };
  const master = await startRedisProcess(await freePort(), own, { client });
  const replica = await startRedisProcess(
    await freePort(),
    [...own, `replicaof 127.0.0.1 ${master.port}`],
    { client },
  );
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
    sentinels.push(await startRedisProcess(await freePort(), lines, asked));
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
      url: `redis+sentinel://:${encoded}@${hosts}/main/0?sentinel_username=watcher&sentinel_password=watch`,
    },
    masterOf: async () => {
      const [, port] = (await ask('get-master-addr-by-name')) as string[];
      return servers.find((server) => server.port === Number(port))!;
    },
    close: async () => {
      await Promise.all([...sentinels, ...servers].map((each) => each.close()));
    },
  };
}

/** Three masters with a replica each. */
export async function startCluster(): Promise<TestTopology> {
  const client = { password };
  const nodes = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const lines = [
        'cluster-enabled yes',
        'cluster-node-timeout 1000',
        'cluster-announce-ip 127.0.0.1',
        `cluster-port ${await freePort()}`,
        'repl-diskless-sync-delay 0',
        `requirepass ${quoted}`,
        `masterauth ${quoted}`,
        `user app on >${password} ~* &* ${leastPrivilege} +cluster|slots +cluster|info`,
      ];
      return startRedisProcess(await freePort(), lines, { client });
    }),
  );
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  const create = ['--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes'];
  execFileSync('redis-cli', ['-a', password, ...create], { stdio: 'ignore' });
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
    settings: { url: `redis+cluster://app:${encoded}@${addresses.slice(0, 2).join(',')}` },
    masterOf: async (key) => {
      const slot = Number(await nodes.at(-1)!.admin.cluster('KEYSLOT', key));
      const slots = await nodes.at(-1)!.admin.cluster('SLOTS');
      const range = slots.find(([from, to]) => from <= slot && slot <= to)!;
      const [, port] = range[2]!;
      return nodes.find((node) => node.port === port)!;
    },
    close: async () => {
      await Promise.all(nodes.map((node) => node.close()));
    },
  };
}

/** Every way, by its name. */
export const topologies = {
  'one server': startSingle,
  TLS: startTls,
  Sentinel: startSentinel,
  Cluster: startCluster,
} satisfies Record<string, () => Promise<TestTopology>>;
