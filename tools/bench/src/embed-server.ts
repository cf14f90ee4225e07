// What a cached answer costs beside the limit, and whether memory stays flat: nx run bench:embed-server
import { fileURLToPath } from 'node:url';
import { compare, type Load } from './compare.js';
import { freePort, startServer, type ServerProcess } from './server-process.js';
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

async function startEmbedServer(upstream: string): Promise<ServerProcess> {
  const env = {
    HEALTH_PORT: String(await freePort()),
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

/** Every id is a miss; the cache is small, so that what is kept for each id would show. */
async function askDistinctIds(server: ServerProcess): Promise<void> {
  const rows: Record<string, object> = {};
  const began = performance.now();
  const parallel = 32;
  for (let from = 0; from < distinctIds; from += parallel) {
    const ids = Array.from({ length: parallel }, (_, n) => 2_000_000_000_000_000 + from + n);
    await Promise.all(ids.map((id) => fetch(`${server.url}/tweet/${id}`).then((it) => it.text())));
    const done = from + parallel;
    if (done % Math.floor(distinctIds / 5) < parallel) {
      rows[done] = {
        'memory MiB': Math.round(server.memory()),
        'misses/s': Math.round(done / ((performance.now() - began) / 1000)),
      };
    }
  }
  console.table(rows);
}

const upstream = await startUpstream();
const ours = await startEmbedServer(upstream.origin);
const paths = cases.map(({ path }) => path).join(' ');
const bareEnv = { PATHS: paths, ORIGINAL: ours.url };
const peer = await startServer(fileOf('./bare-server.ts'), bareEnv, '/ready');
console.log(
  `Node ${process.versions.node}, ${load.connections} connections, median of ${load.rounds} rounds of ${load.seconds} s`,
);
await compareCached(ours, peer);
await peer.stop();
console.log(`${distinctIds} distinct ids through a cache of 32 MiB`);
await askDistinctIds(ours);
await ours.stop();
upstream.close();
