// Sends beside pgbench, live delivery, idle streams, a storm of reconnects, a growing store: nx run bench:social-app
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@triptych/testing';
import { startServer, type ServerProcess } from './server-process.js';
import { deliver } from './social/delivery.js';
import { gatherPeople, storeMessages, type People, type Person } from './social/people.js';
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

/** The first seconds of a process and the next ones, so that what warming up costs can be seen. */
async function measureDelivery(server: ServerProcess, people: People): Promise<void> {
  const friends = people.friends.slice(0, 100);
  for (const name of ['first seconds', 'warm', 'again']) {
    const before = server.cpu();
    const { delays, failed, reached } = await deliver(server.url, friends, rate, 3 * seconds);
    const cpu = (server.cpu() - before) / delays.length;
    const at = (part: number) => delays[Math.floor(delays.length * part)]?.toFixed(1);
    console.table({
      [`send to stream at ${rate}/s, ${name}`]: {
        'p50 ms': at(0.5),
        'p90 ms': at(0.9),
        'p99 ms': at(0.99),
        'goal p99': 100,
        'max ms': delays.at(-1)?.toFixed(1),
        'reached/s': Math.round(reached),
        'CPU µs a send': Math.round(cpu),
        'failed or not heard': failed + Math.max(0, rate * 3 * seconds - failed - delays.length),
      },
    });
  }
}

async function measureIdle(server: ServerProcess, people: People): Promise<void> {
  const owners = people.friends.flatMap(({ one, other }) => [one, other]);
  await warmUp(server, owners.slice(0, 600));
  const wanted = Array.from({ length: idleStreams }, (_, n) => owners[n % owners.length]!);
  const middle = Math.ceil(idleStreams / 2);
  const first = await openIdle(server, wanted.slice(0, middle));
  const second = await openIdle(server, wanted.slice(middle));
  const busy = server.cpu();
  await pause(15_000);
  console.table({
    [`${idleStreams} idle streams`]: {
      'KiB each': ((first.each + second.each) / 2).toFixed(1),
      goal: 15,
      'first half': first.each.toFixed(1),
      'second half': second.each.toFixed(1),
      'CPU % of a core': (((server.cpu() - busy) / 15e6) * 100).toFixed(1),
    },
  });
  const streams = [...first.streams, ...second.streams];
  await stormBack(server, people, streams.slice(0, storm));
  streams.forEach((stream) => stream.close());
}

/** What the process grew by, collected before and after; twice, since the first find room that others have left. */
async function openIdle(server: ServerProcess, people: readonly Person[]) {
  await server.collect();
  const before = server.memory();
  const open = (person: Person) => openStream(server.url, person, null, () => {});
  const streams = await inParallel(people, 100, open);
  // Two heartbeats: what only opening needs is gone by then.
  await pause(32_000);
  await server.collect();
  const each = ((server.memory() - before) * 1024) / streams.length;
  return { streams, each };
}

/** Code that is not compiled yet, and room that the heap takes once, are not what a stream costs. */
async function warmUp(server: ServerProcess, people: readonly Person[]): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    const streams = await inParallel(people, 50, (person) =>
      openStream(server.url, person, null, () => {}),
    );
    streams.forEach((stream) => stream.close());
    // Longer than somebody who left counts as there.
    await pause(6_000);
  }
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
// Each in a process of its own: what one held at its busiest would hide the memory of the streams, and warm the next.
const parts = {
  delivery: measureDelivery,
  sends: compareSends,
  growth: measureGrowth,
  idle: measureIdle,
};
const chosen = process.env['BENCH_PARTS']?.split(',') ?? Object.keys(parts);
console.log(
  `Node ${process.versions.node}, ${connections} connections, ${rounds} rounds of ${seconds} s`,
);
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (!chosen.includes(name)) continue;
    const server = await startSocialApp(people.url);
    try {
      await measure(server, people);
    } finally {
      await server.stop();
    }
  }
} finally {
  await people.drop();
}
