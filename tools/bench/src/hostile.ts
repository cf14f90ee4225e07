// What strangers may serve, in masses: mutated and grown replies of all upstreams, each shown as JSON, page, oEmbed and
// picture by the built server under the memory limit of its image: nx run bench:hostile
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
};
const { count, seed, from, parallel, memory, heap, page } = readOptions(options);

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
  }),
  flags: [`--max-old-space-size=${heap}`],
});
const prober = await startServer(
  program('prober-process', { PROBED_URL: `${ours.url}/version` }, '/worst'),
);

const pool = new Pool(ours.url, { connections: parallel, headersTimeout: 120_000 });
const worst: CaseFigures = { replies: 0, ms: { value: 0, at: '' }, page: { value: 0, at: '' } };
const statuses = new Map<string, number>();
const faults: string[] = [];
let peak = 0;
let next = from;

async function ask() {
  while (next < from + count && !ours.hasEnded()) {
    const n = next;
    next += 1;
    const figures = await requestCase(pool, { seed, n, upstreams, page, statuses });
    for (const fault of figures.faults) faults.push(`case ${n}: ${fault}`);
    worst.replies += figures.replies;
    for (const key of ['ms', 'page'] as const) {
      if (figures[key].value > worst[key].value) worst[key] = figures[key];
    }
    if (n % 1000 === 0) peak = Math.max(peak, ours.peakMemory());
  }
}

const began = performance.now();
await Promise.all(Array.from({ length: parallel }, ask));
// A page that is still being made shows in the prober, not in the replies.
await pause(200);
const hasDied = ours.hasEnded();
peak = Math.max(peak, hasDied ? 0 : ours.peakMemory());
const probes = (await (await fetch(`${prober.url}/worst`)).json()) as ProbeFigures;

console.log(`Node ${process.versions.node}, seed ${seed}, heap ${heap} MiB`);
console.table({
  'cases, and seconds they took': `${next - from}, ${Math.round((performance.now() - began) / 1000)}`,
  replies: worst.replies,
  'worst reply, ms': `${Math.round(worst.ms.value)}, ${worst.ms.at}`,
  'worst page, bytes': `${worst.page.value}, ${worst.page.at}`,
  'worst resident memory, MiB': Math.round(peak),
  'worst /version, ms': `${Math.round(probes.worstMs)} of ${probes.count}, ${probes.failed} failed`,
  'ended by itself': hasDied,
  'broken invariants': faults.length,
});
console.table(Object.fromEntries([...statuses].sort()));
if (hasDied) faults.push('the process ended');
if (peak > memory) faults.push(`${Math.round(peak)} MiB resident`);
for (const fault of faults.slice(0, 40)) console.log(fault);
await pool.close().catch(() => undefined);
await Promise.all([prober.stop(), upstreamProcess.stop(), ...(hasDied ? [] : [ours.stop()])]);
if (faults.length > 0) {
  const again = `BENCH_SEED=${seed} BENCH_FROM=<case> BENCH_COUNT=1 npx nx run bench:hostile`;
  throw new Error(`${faults.length} invariants are broken. One case again: ${again}`);
}
