// Sends beside pgbench, live delivery, idle streams, a storm of reconnects, a growing store: nx run bench:social-app
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@triptych/testing';
import { startServer, type ServerProcess } from './server-process.js';
import { gatherPeople, storeMessages, type People } from './social/people.js';
import { sendAll, sendByPgbench } from './social/sends.js';
import { inParallel, openStream, type Stream } from './social/streams.js';

const number = (name: string, normal: number) => Number(process.env[name] ?? normal);
const seconds = number('BENCH_SECONDS', 3);
const rounds = number('BENCH_ROUNDS', 3);
const idleStreams = number('BENCH_STREAMS', 2_000);
const storm = number('BENCH_STORM', 1_000);
const rate = number('BENCH_RATE', 500);
const stored = number('BENCH_STORED', 100_000);
const connections = 32;
const main = fileURLToPath(new URL('../../../apps/social-app/dist/main.js', import.meta.url));

async function startSocialApp(databaseUrl: string): Promise<ServerProcess> {
  const env = {
    DATABASE_URL: databaseUrl,
    HEALTH_PORT: String(await freePort()),
    RATE_LIMIT_MAX: '0',
    LOG_LEVEL: 'warn',
    SESSION_SECRET: 'a secret that only benchmarks know',
  };
  return startServer(main, env, '/api/auth/providers');
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const percentile = (values: number[], part: number) =>
  values.sort((a, b) => a - b)[Math.floor(values.length * part)] ?? NaN;

async function compareSends(server: ServerProcess, people: People): Promise<void> {
  const [ours, limit, cpu]: [number[], number[], number[]] = [[], [], []];
  await sendAll(server.url, people.friends, connections, 1);
  for (let round = 0; round < rounds; round += 1) {
    const before = server.cpu();
    const { perSecond } = await sendAll(server.url, people.friends, connections, seconds);
    cpu.push((server.cpu() - before) / (perSecond * seconds));
    ours.push(perSecond);
    const tps = await sendByPgbench(people.url, people.friends.length, connections, seconds);
    if (tps !== null) limit.push(tps);
  }
  const [a, b] = [median(ours), limit.length > 0 ? median(limit) : NaN];
  console.table({
    'a send': {
      'ours/s': Math.round(a),
      'pgbench/s': Math.round(b),
      ratio: (a / b).toFixed(2),
      goal: 0.6,
      'CPU µs of the service': Math.round(median(cpu)),
    },
  });
}

/** Milliseconds from the start of each send to its event at the friend, at a steady rate. */
async function measureDelivery(server: ServerProcess, people: People): Promise<void> {
  const pairs = people.friends.slice(0, 100);
  const sentAt = new Map<string, number>();
  const delays: number[] = [];
  const hear = (type: string, frame: string) => {
    const [, clientId] = /text":"(b-\d+)"/.exec(frame) ?? [];
    const sent = sentAt.get(clientId ?? '');
    if (type === 'message' && sent !== undefined) delays.push(performance.now() - sent);
  };
  const streams = await inParallel(pairs, 20, ({ other }) =>
    openStream(server.url, other, null, hear),
  );
  const total = rate * seconds * 2;
  let failed = 0;
  const began = performance.now();
  const sends: Promise<unknown>[] = [];
  for (let n = 0; n < total; n += 1) {
    const due = began + (n * 1000) / rate;
    if (due > performance.now()) await pause(due - performance.now());
    const { one, chatId } = pairs[n % pairs.length]!;
    sentAt.set(`b-${n}`, performance.now());
    const headers = { cookie: one.cookie, 'content-type': 'application/json' };
    const body = JSON.stringify({ chatId, text: `b-${n}` });
    const call = fetch(`${server.url}/api/message/send`, { method: 'POST', headers, body });
    sends.push(call.then((response) => response.arrayBuffer()).catch(() => (failed += 1)));
  }
  await Promise.all(sends);
  while (delays.length < total - failed) await pause(10);
  console.table({
    [`send to stream at ${rate}/s`]: {
      'p50 ms': percentile(delays, 0.5).toFixed(1),
      'p99 ms': percentile(delays, 0.99).toFixed(1),
      'goal p99': 100,
      'reached/s': Math.round((total / (performance.now() - began)) * 1000),
      failed,
    },
  });
  streams.forEach((stream) => stream.close());
}

async function measureIdle(server: ServerProcess, people: People): Promise<void> {
  const before = server.memory();
  const owners = people.friends.flatMap(({ one, other }) => [one, other]);
  const wanted = Array.from({ length: idleStreams }, (_, n) => owners[n % owners.length]!);
  const streams = await inParallel(wanted, 100, (person) =>
    openStream(server.url, person, null, () => {}),
  );
  // Two heartbeats: what only opening needs is gone by then.
  await pause(32_000);
  const busy = server.cpu();
  await pause(15_000);
  console.table({
    [`${idleStreams} idle streams`]: {
      'KiB each': (((server.memory() - before) * 1024) / idleStreams).toFixed(1),
      goal: 15,
      'CPU % of a core': (((server.cpu() - busy) / 15e6) * 100).toFixed(1),
    },
  });
  await stormBack(server, people, streams.slice(0, storm));
  streams.forEach((stream) => stream.close());
}

/** Everyone loses the stream, misses one event, and comes back at once. */
async function stormBack(server: ServerProcess, people: People, streams: Stream[]) {
  streams.forEach((stream) => stream.close());
  const away = new Set(streams.map(({ person }) => person.id));
  const missed = people.friends.filter(({ one, other }) => away.has(one.id) || away.has(other.id));
  await inParallel(missed, 50, async ({ one, chatId }) => {
    const headers = { cookie: one.cookie, 'content-type': 'application/json' };
    const body = JSON.stringify({ chatId, text: 'missed' });
    await fetch(`${server.url}/api/message/send`, { method: 'POST', headers, body });
  });
  const began = performance.now();
  const back = await inParallel(streams, streams.length, ({ person, lastId }) =>
    openStream(server.url, person, lastId, () => {}),
  );
  const took = (performance.now() - began) / 1000;
  console.table({ [`${streams.length} back with resume`]: { seconds: took.toFixed(1), goal: 10 } });
  back.forEach((stream) => stream.close());
}

async function measureGrowth(server: ServerProcess, people: People): Promise<void> {
  const rows: Record<string, object> = {};
  for (let size = 100, have = 0; size <= stored; have = size, size *= 10) {
    await storeMessages(people.database, have, size);
    const { perSecond, p99 } = await sendAll(server.url, people.friends, connections, seconds);
    rows[`${size} stored`] = { 'sends/s': Math.round(perSecond), 'p99 ms': p99 };
  }
  console.table(rows);
}

const people = await gatherPeople(
  process.env['BENCH_DATABASE_URL'] ?? process.env['TEST_DATABASE_URL'],
  Math.max(1_000, Math.ceil(idleStreams / 4), storm),
);
const runs = [
  [compareSends, measureDelivery, measureGrowth],
  // In a process that has done nothing before: what it held at its busiest would hide the streams.
  [measureIdle],
];
console.log(
  `Node ${process.versions.node}, ${connections} connections, ${rounds} rounds of ${seconds} s`,
);
try {
  for (const measures of runs) {
    const server = await startSocialApp(people.url);
    try {
      for (const measure of measures) await measure(server, people);
    } finally {
      await server.stop();
    }
  }
} finally {
  await people.drop();
}
