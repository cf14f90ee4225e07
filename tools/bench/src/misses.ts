import type { ServerProcess } from './runner/server-process.js';
import { median } from './runner/rounds.js';

const MiB = 1024 * 1024;

async function timeOf(url: string): Promise<number> {
  const began = performance.now();
  await fetch(url).then((reply) => reply.arrayBuffer());
  return performance.now() - began;
}

/** Milliseconds that a miss takes beyond the same request to the upstream, one at a time and in turns. */
export async function costOfMiss(server: ServerProcess, upstream: string, ids: readonly number[]) {
  const samples = { upstream: [] as number[], miss: [] as number[], hit: [] as number[] };
  for (const id of ids) {
    samples.upstream.push(await timeOf(`${upstream}/tweet-result?id=${id}`));
    samples.miss.push(await timeOf(`${server.url}/tweet/${id}`));
    samples.hit.push(await timeOf(`${server.url}/tweet/${id}`));
  }
  const [asked, miss, hit] = [samples.upstream, samples.miss, samples.hit].map(median);
  const ms = (value = NaN) => value.toFixed(1);
  return {
    'upstream ms': ms(asked),
    'miss ms': ms(miss),
    'over the upstream': ms((miss ?? NaN) - (asked ?? NaN)),
    'hit ms': ms(hit),
  };
}

/** Bytes of a gauge on the metrics port, in MiB. */
function gauge(metrics: string, name: string): number {
  const value = new RegExp(`^${name}(?:{[^}]*})? (\\S+)`, 'm').exec(metrics)?.[1];
  return Math.round(Number(value) / MiB);
}

/** Every id is a miss; the cache is small, so that what is kept for each id would show. */
export async function askDistinctIds(server: ServerProcess, healthUrl: string, total: number) {
  const rows: Record<string, object> = {};
  const began = performance.now();
  const parallel = 32;
  const step = Math.max(parallel, Math.floor(total / 10));
  for (let from = 0; from < total; from += parallel) {
    const ids = Array.from({ length: parallel }, (_, n) => 2_000_000_000_000_000 + from + n);
    await Promise.all(ids.map((id) => timeOf(`${server.url}/tweet/${id}`)));
    const done = from + parallel;
    if (done % step >= parallel) continue;
    const metrics = await fetch(`${healthUrl}/-/metrics`).then((reply) => reply.text());
    rows[done] = {
      'resident MiB': Math.round(server.memory()),
      'heap used MiB': gauge(metrics, 'nodejs_heap_size_used_bytes'),
      'buffers MiB': gauge(metrics, 'nodejs_external_memory_bytes'),
      'misses/s': Math.round(done / ((performance.now() - began) / 1000)),
    };
  }
  return rows;
}
