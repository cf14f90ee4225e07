// What a cached answer costs beside the limit, and whether memory stays flat: nx run bench:embed-server
import { fileURLToPath } from 'node:url';
import { compare, type Load } from './compare.js';
import { askDistinctIds, costOfMiss } from './misses.js';
import { freePort } from '@triptych/testing';
import { startServer, type ServerProcess } from './server-process.js';
import { startUpstream, tweetId } from './upstream.js';

const load: Load = {
  connections: 32,
  seconds: Number(process.env['BENCH_SECONDS'] ?? 3),
  rounds: 5,
};
const distinctIds = Number(process.env['BENCH_IDS'] ?? 100_000);
const cases = [
  { name: 'tweet JSON, cached', path: `/tweet/${tweetId}`, goal: 0.9 },
  { name: 'AMP page, cached', path: `/tweet/${tweetId}.amp`, goal: 0.9 },
  { name: '100 kB image, cached', path: `/tweet/${tweetId}/images/0`, goal: 0.8 },
];

function fileOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

async function startEmbedServer(upstream: string, healthPort: number): Promise<ServerProcess> {
  const env = {
    HEALTH_PORT: String(healthPort),
    RATE_LIMIT_MAX: '0',
    TWITTER_SYNDICATION_URL: upstream,
    OUTBOUND_ALLOW_HOSTS: new URL(upstream).host,
    CACHE_MAX_BYTES: String(32 * 1024 * 1024),
  };
  return startServer(fileOf('../../../apps/embed-server/dist/main.js'), env, '/version');
}

async function compareCached(ours: ServerProcess, peer: ServerProcess): Promise<void> {
  const rows: Record<string, object> = {};
  for (const { name, path, goal } of cases) {
    const { ours: a, peer: b, speed, cpu } = await compare(ours, peer, path, load);
    rows[name] = {
      'ours/s': Math.round(a.requestsPerSecond),
      'bare/s': Math.round(b.requestsPerSecond),
      'ratio by speed': speed.toFixed(2),
      'ours µs': Math.round(a.cpu),
      'bare µs': Math.round(b.cpu),
      'ratio by CPU': cpu.toFixed(2),
      goal,
      'p99 ms': a.p99,
    };
  }
  console.table(rows);
}

const upstream = await startUpstream();
const healthPort = await freePort();
const ours = await startEmbedServer(upstream.origin, healthPort);
const paths = cases.map(({ path }) => path).join(' ');
const bareEnv = { PATHS: paths, ORIGINAL: ours.url };
const peer = await startServer(fileOf('./bare-server.ts'), bareEnv, '/ready');
console.log(
  `Node ${process.versions.node}, ${load.connections} connections, median of ${load.rounds} rounds of ${load.seconds} s`,
);
await compareCached(ours, peer);
await peer.stop();
console.log('A miss, one at a time, with an upstream that takes 0 and 50 ms');
for (const delay of [0, 50]) {
  upstream.slowDown(delay);
  const fresh = Array.from({ length: 100 }, (_, n) => 1_000_000_000_000_000 + delay * 1000 + n);
  console.table([await costOfMiss(ours, upstream.origin, fresh)]);
}
upstream.slowDown(0);
console.log(`${distinctIds} distinct ids through a cache of 32 MiB`);
console.table(await askDistinctIds(ours, `http://127.0.0.1:${healthPort}`, distinctIds));
await ours.stop();
upstream.close();
