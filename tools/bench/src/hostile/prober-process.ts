// Asks for one path ten times a second, in a process of its own, and tells at `/worst` how long it had to wait at most.
import { createServer } from 'node:http';

/** What the process tells at `/worst`. */
export interface ProbeFigures {
  readonly count: number;
  readonly worstMs: number;
  readonly failed: number;
  /** Replies that took more than 100 ms. */
  readonly late: number;
}

const url = process.env['PROBED_URL'] ?? '';
const unanswered = new Set<number>();
let [count, worstMs, failed, late] = [0, 0, 0, 0];

async function probe() {
  const began = performance.now();
  unanswered.add(began);
  count += 1;
  const isFine = await fetch(url, { signal: AbortSignal.timeout(60_000) }).then(
    async (reply) => (await reply.arrayBuffer(), reply.ok),
    () => false,
  );
  unanswered.delete(began);
  if (!isFine) failed += 1;
  if (performance.now() - began > 100) late += 1;
  worstMs = Math.max(worstMs, performance.now() - began);
}

setInterval(() => void probe(), 100);

createServer((_request, response) => {
  // Who still waits has waited that long already.
  const waiting = performance.now() - Math.min(performance.now(), ...unanswered);
  const figures: ProbeFigures = { count, worstMs: Math.max(worstMs, waiting), failed, late };
  response.end(JSON.stringify(figures));
}).listen(Number(process.env['PORT']), '127.0.0.1');
