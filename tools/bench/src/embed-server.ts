// What a cached answer costs beside the limit and a peer, and whether memory stays flat: nx run bench:embed-server
import { fileURLToPath } from 'node:url';
import { freePort } from '@triptych/testing';
import { measure, summarise, type Pace } from './compare.js';
import { askDistinctIds, costOfMiss } from './misses.js';
import { installEmbetty } from './peers/embetty-server.js';
import { startServer, type ServerProcess } from './server-process.js';
import { words } from './spread.js';
import { startUpstream, tweetId } from './upstream.js';

const pace: Pace = {
  connections: 32,
  seconds: Number(process.env['BENCH_SECONDS'] ?? 1),
  rounds: Number(process.env['BENCH_ROUNDS'] ?? 7),
  rate: Number(process.env['BENCH_RATE'] ?? 3000),
};
// Fresh processes of both: how the same code is compiled and laid out differs more from one to the next than rounds do.
const starts = Number(process.env['BENCH_STARTS'] ?? 5);
const distinctIds = Number(process.env['BENCH_IDS'] ?? 100_000);

interface Case {
  readonly name: string;
  readonly ours: string;
  readonly theirs: string;
  readonly goal?: number;
}

const root = `/tweet/${tweetId}`;
const same = (name: string, path: string, goal: number) => ({
  name,
  ours: path,
  theirs: path,
  goal,
});
const besideBare: readonly Case[] = [
  same('tweet JSON, cached', root, 0.9),
  same('AMP page, cached', `${root}.amp`, 0.9),
  same('100 kB image, cached', `${root}/images/0`, 0.8),
];
// Its images are no case: kept ones answer 500 on a Node of this decade.
const besideEmbetty: readonly Case[] = [
  { name: 'tweet JSON of API 1.1, cached', ours: `/embetty${root}`, theirs: root },
];

function fileOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

async function startOurs(healthPort?: number): Promise<ServerProcess> {
  const env = {
    HEALTH_PORT: String(healthPort ?? (await freePort())),
    RATE_LIMIT_MAX: '0',
    TWITTER_SYNDICATION_URL: upstream.origin,
    OUTBOUND_ALLOW_HOSTS: new URL(upstream.origin).host,
    CACHE_MAX_BYTES: String(32 * 1024 * 1024),
  };
  return startServer(fileOf('../../../apps/embed-server/dist/main.js'), env, '/version');
}

function startBare(ours: ServerProcess): Promise<ServerProcess> {
  const env = { PATHS: besideBare.map(({ ours: path }) => path).join(' '), ORIGINAL: ours.url };
  return startServer(fileOf('./bare-server.ts'), env, '/ready');
}

type Start = (ours: ServerProcess) => Promise<ServerProcess>;

async function compareCached(name: string, startOther: Start, cases: readonly Case[]) {
  const rounds = cases.map(() => [] as Awaited<ReturnType<typeof measure>>[number][]);
  for (let start = 0; start < starts; start += 1) {
    const ours = await startOurs();
    const other = await startOther(ours);
    for (const [n, { ours: path, theirs }] of cases.entries()) {
      const target = { server: ours, path };
      rounds[n]?.push(...(await measure(target, { server: other, path: theirs }, pace)));
    }
    await Promise.all([other.stop(), ours.stop()]);
  }
  const rows = cases.map((each, n) => {
    const { ours, other, ratio } = summarise(rounds[n] ?? []);
    return {
      '': each.name,
      'ours µs': Math.round(ours.cpu),
      [`${name} µs`]: Math.round(other.cpu),
      [`${name} ÷ ours`]: words(ratio),
      ...(each.goal === undefined ? {} : { goal: each.goal }),
      'ours p99 ms': ours.p99.toFixed(1),
    };
  });
  console.table(rows);
}

const upstream = await startUpstream();
console.log(
  `Node ${process.versions.node}: CPU time of a request, ${pace.rate} a second on ${pace.connections} connections, ` +
    `medians of ${starts} starts of ${pace.rounds} rounds of ${pace.seconds} s, half of the ratios in brackets`,
);
await compareCached('bare', startBare, besideBare);

const healthPort = await freePort();
const ours = await startOurs(healthPort);
const api1 = (await (await fetch(`${ours.url}/embetty${root}`)).json()) as object;
// No links: the peer would load the page of each.
upstream.sayApi1({ ...api1, entities: { urls: [] } });
const embetty = process.env['BENCH_PEER'] === '1' ? installEmbetty(upstream.origin) : undefined;
if (embetty) await compareCached('embetty', embetty.start, besideEmbetty);
else
  console.log(embetty === null ? 'no peer: npm cannot install it' : 'no peer: BENCH_PEER is not 1');

console.log('A miss, one at a time, with an upstream that takes 0 and 50 ms');
const peer = await embetty?.start();
for (const delay of [0, 50]) {
  upstream.slowDown(delay);
  const fresh = Array.from({ length: 100 }, (_, n) => 1_000_000_000_000_000 + delay * 1000 + n);
  const miss = { ours: await costOfMiss(ours, upstream.origin, fresh) };
  console.table(peer ? { ...miss, embetty: await costOfMiss(peer, upstream.origin, fresh) } : miss);
}
await peer?.stop();
embetty?.remove();
upstream.slowDown(0);
console.log(`${distinctIds} distinct ids through a cache of 32 MiB`);
console.table(await askDistinctIds(ours, `http://127.0.0.1:${healthPort}`, distinctIds));
await ours.stop();
upstream.close();
