// What strangers may serve, in masses: mutated and grown replies of all upstreams, each shown as JSON, page, oEmbed and
// picture by the built server under the memory limit of its image: nx run bench:hostile
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { requestCase, type CaseFigures } from './hostile/requests.js';
import type { ProbeFigures } from './hostile/prober-process.js';
import type { HostileUpstreams } from './hostile/upstream-process.js';
import { readOptions } from './runner/rounds.js';
import { service, startServer, type Program } from './runner/server-process.js';

const MiB = 1024 * 1024;
const options = {
  count: 2000,
  seed: 1,
  /** The first case: `--from n --count 1` repeats one. */
  from: 0,
  parallel: 8,
  /** `mem_limit` of docker/compose.yaml, in MiB. */
  memory: 768,
  /** Of `--max-old-space-size`, in MiB: what Node takes by itself under that limit. */
  heap: 384,
  page: MiB,
  /** Minutes between two prints of the figures so far. */
  every: 10,
};
const { count, seed, from, parallel, memory, heap, page, every } = readOptions(options);

const program = (file: string, env: Program['env'], readyPath: string): Program => ({
  file: fileURLToPath(new URL(`./hostile/${file}.ts`, import.meta.url)),
  env,
  readyPath,
});

const upstreamProcess = await startServer(
  program('upstream-process', { BENCH_SEED: String(seed) }, '/ready'),
);
const upstreams = (await (await fetch(`${upstreamProcess.url}/ready`)).json()) as HostileUpstreams;
const { platforms, instances, victim } = upstreams;
const ours = await startServer({
  ...service('embed-server', '/version', {
    NODE_ENV: 'production',
    APP_ENV: 'production',
    LOG_LEVEL: 'fatal',
    OUTBOUND_ALLOW_HOSTS: [platforms, ...instances, victim].map((url) => new URL(url).host).join(),
    TWITTER_SYNDICATION_URL: platforms,
    TWITTER_API_URL: platforms,
    TWITTER_OEMBED_URL: platforms,
    TWITTER_BEARER_TOKEN: 'of-no-worth',
    YOUTUBE_OEMBED_URL: platforms,
    YOUTUBE_IMAGE_URL: platforms,
    VIMEO_API_URL: platforms,
    BLUESKY_API_URL: platforms,
  }),
  flags: [`--max-old-space-size=${heap}`],
});
const prober = await startServer(
  program('prober-process', { PROBED_URL: `${ours.url}/version` }, '/worst'),
);

const pool = new Pool(ours.url, { connections: parallel, headersTimeout: 120_000 });
const worst: CaseFigures = { replies: 0, ms: { value: 0, at: '' }, page: { value: 0, at: '' } };
const statuses = new Map<string, number>();
// A run of days that finds one fault again and again shall not fill the memory.
const faults = { count: 0, first: [] as string[] };
const running = new Set<number>();
let [peak, next, isStopped] = [0, from, false];

function report(fault: string) {
  faults.count += 1;
  if (faults.first.length < 40) faults.first.push(fault);
}

async function ask() {
  while (next < from + count && !ours.hasEnded() && !isStopped) {
    const n = next;
    next += 1;
    running.add(n);
    const figures = await requestCase(pool, { seed, n, upstreams, page, statuses });
    running.delete(n);
    for (const fault of figures.faults) report(`case ${n}: ${fault}`);
    worst.replies += figures.replies;
    for (const key of ['ms', 'page'] as const) {
      if (figures[key].value > worst[key].value) worst[key] = figures[key];
    }
    if (n % 1000 === 0) peak = Math.max(peak, ours.peakMemory());
  }
}

async function printFigures() {
  peak = Math.max(peak, ours.hasEnded() ? 0 : ours.peakMemory());
  const probes = (await (await fetch(`${prober.url}/worst`)).json()) as ProbeFigures;
  console.log(`Node ${process.versions.node}, seed ${seed}, heap ${heap} MiB, ${loadNow()}`);
  console.table({
    'cases, and seconds they took': `${next - from}, ${Math.round((performance.now() - began) / 1000)}`,
    'goes on with': `--from ${Math.min(next, ...running)}`,
    replies: worst.replies,
    'worst reply, ms': `${Math.round(worst.ms.value)}, ${worst.ms.at}`,
    'worst page, bytes': `${worst.page.value}, ${worst.page.at}`,
    'worst resident memory, MiB': Math.round(peak),
    'memory of the upstreams, MiB': Math.round(upstreamProcess.memory()),
    'worst /version, ms': `${Math.round(probes.worstMs)} of ${probes.count}, ${probes.failed} failed, ${probes.late} over 100`,
    'ended by itself': ours.hasEnded(),
    'broken invariants': faults.count,
  });
  console.table(Object.fromEntries([...statuses].sort()));
  for (const fault of faults.first) console.log(fault);
}

const loadNow = () =>
  `load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`;

const began = performance.now();
// A run may be ended at any time, and another goes on where it was.
process.once('SIGTERM', () => (isStopped = true));
process.once('SIGINT', () => (isStopped = true));
const timer = setInterval(() => void printFigures().catch(console.error), every * 60_000);
await Promise.all(Array.from({ length: parallel }, ask));
clearInterval(timer);
// A page that is still being made shows in the prober, not in the replies.
await pause(200);
const hasDied = ours.hasEnded();
if (hasDied) report('the process ended');
else if (ours.peakMemory() > memory) report(`${Math.round(ours.peakMemory())} MiB resident`);
await printFigures();
await pool.close().catch(() => undefined);
await Promise.all([prober.stop(), upstreamProcess.stop(), ...(hasDied ? [] : [ours.stop()])]);
if (faults.count > 0) {
  const again = `BENCH_SEED=${seed} BENCH_FROM=<case> BENCH_COUNT=1 npx nx run bench:hostile`;
  throw new Error(`${faults.count} invariants are broken. One case again: ${again}`);
}
