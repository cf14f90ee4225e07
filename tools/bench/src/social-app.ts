// Sends beside pgbench, live delivery, idle streams, a storm of reconnects, a growing store: nx run bench:social-app
import { setTimeout as pause } from 'node:timers/promises';
import { inParallel, openStream, sendRequest, type Stream } from './social/client.js';
import { compareBusy } from './social/busy-rounds.js';
import { storeBusyPeople } from './social/busy-people.js';
import { deliver } from './social/delivery.js';
import { createPeople, storeMessages, type People, type Person } from './social/people.js';
import { connections, sendAll, sendByPgbench } from './social/sends.js';
import { inRounds, medians, printHeading, readOptions } from './runner/rounds.js';
import { service, startServer, type ServerProcess } from './runner/server-process.js';

const { seconds, rounds, rate, stored, parts, ...options } = readOptions({
  seconds: 3,
  rounds: 3,
  streams: 2_000,
  storm: 1_000,
  rate: 500,
  stored: 100_000,
  busy: 20,
  chats: 100_000,
  parts: 'delivery,sends,growth,idle',
  /** Of a database that is filled once, with the busy people, and copied from then on. */
  template: '',
});

async function compareSends(server: ServerProcess, people: People): Promise<void> {
  await sendAll(server, people, 1);
  const { ours, pgbench } = await inRounds(rounds, {
    ours: () => sendAll(server, people, seconds),
    pgbench: () => sendByPgbench(people, seconds),
  });
  const [a, b] = [medians(ours), medians(pgbench)];
  console.table({
    'a send': {
      'ours/s': Math.round(a.perSecond),
      'pgbench/s': Math.round(b.perSecond),
      ratio: (a.perSecond / b.perSecond).toFixed(2),
      goal: 0.6,
      'CPU µs of the service': Math.round(a.cpu),
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
        'failed or not received': failed + Math.max(0, rate * 3 * seconds - failed - delays.length),
      },
    });
  }
}

async function measureBusy(server: ServerProcess, people: People): Promise<void> {
  if (options.template === '') await storeBusyPeople(people.database, habits);
  await compareBusy({ server, people, habits, rate, seconds, rounds });
}

async function measureIdle(server: ServerProcess, people: People): Promise<void> {
  const owners = people.friends.flatMap(({ one, other }) => [one, other]);
  await warmUp(server, owners.slice(0, 600));
  const wanted = Array.from({ length: options.streams }, (_, n) => owners[n % owners.length]!);
  const middle = Math.ceil(options.streams / 2);
  const first = await openIdle(server, wanted.slice(0, middle));
  const second = await openIdle(server, wanted.slice(middle));
  const busy = server.cpu();
  await pause(15_000);
  console.table({
    [`${options.streams} idle streams`]: {
      'live KiB each': first.live.toFixed(1),
      'of the second half': second.live.toFixed(1),
      goal: 15,
      'resident KiB each': first.resident.toFixed(1),
      'and of the second': second.resident.toFixed(1),
      'CPU % of a core': (((server.cpu() - busy) / 15e6) * 100).toFixed(1),
    },
  });
  const streams = [...first.streams, ...second.streams];
  await stormBack(server, people, streams.slice(0, options.storm));
  streams.forEach((stream) => stream.close());
}

/**
 * KiB that a stream adds to what is in use and to the resident memory. The latter depends on the room that others have
 * left: the same code has shown 0 to 30 for it.
 */
async function openIdle(server: ServerProcess, people: readonly Person[]) {
  const live = await server.collect();
  const resident = server.memory();
  const streams = await inParallel(people, 100, (person) => openStream(server.url, person));
  // Two heartbeats: what only opening needs is gone by then.
  await pause(32_000);
  const each = (megabytes: number) => (megabytes * 1024) / streams.length;
  return {
    streams,
    live: each((await server.collect()) - live),
    resident: each(server.memory() - resident),
  };
}

/** Code that is not compiled yet, and room that the heap takes once, are not what a stream costs. */
async function warmUp(server: ServerProcess, people: readonly Person[]): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    const streams = await inParallel(people, 50, (person) => openStream(server.url, person));
    streams.forEach((stream) => stream.close());
    // Longer than somebody who left counts as online.
    await pause(6_000);
  }
}

/** Everyone loses the stream, misses one event, and comes back at once. */
async function stormBack(server: ServerProcess, people: People, streams: Stream[]) {
  streams.forEach((stream) => stream.close());
  const away = new Set(streams.map(({ person }) => person.id));
  const missed = people.friends.filter(({ one, other }) => away.has(one.id) || away.has(other.id));
  await inParallel(missed, 50, async (friends) => {
    const { path, ...request } = sendRequest(friends, 'missed');
    await fetch(server.url + path, request);
  });
  const began = performance.now();
  const back = await inParallel(streams, streams.length, ({ person, lastId }) =>
    openStream(server.url, person, lastId),
  );
  const took = (performance.now() - began) / 1000;
  console.table({ [`${streams.length} back with resume`]: { seconds: took.toFixed(1), goal: 10 } });
  back.forEach((stream) => stream.close());
}

async function measureGrowth(server: ServerProcess, people: People): Promise<void> {
  const rows: Record<string, object> = {};
  for (let size = 100, have = 0; size <= stored; have = size, size *= 10) {
    await storeMessages(people.database, have, size);
    const { perSecond, p99 } = await sendAll(server, people, seconds);
    rows[`${size} stored`] = { 'sends/s': Math.round(perSecond), 'p99 ms': p99 };
  }
  console.table(rows);
}

// Each in a process of its own: what one held at its busiest would hide the memory of the streams, and warm the next.
const measurements: Readonly<Record<string, (server: ServerProcess, people: People) => unknown>> = {
  delivery: measureDelivery,
  sends: compareSends,
  growth: measureGrowth,
  idle: measureIdle,
  // Fills the database for minutes first, so only when asked for.
  busy: measureBusy,
};
const habits = { people: options.busy, chats: options.chats };
const people = await createPeople(Math.max(1_000, Math.ceil(options.streams / 4), options.storm), {
  name: options.template,
  fill: (database) => storeBusyPeople(database, habits),
});
printHeading(`${connections} connections, ${rounds} rounds of ${seconds} s`);
const program = service('social-app', '/api/auth/providers', {
  DATABASE_URL: people.database.url,
  LOG_LEVEL: 'warn',
  SESSION_SECRET: 'a secret that only benchmarks know',
});
try {
  for (const [name, measure] of Object.entries(measurements)) {
    if (!parts.split(',').includes(name)) continue;
    const server = await startServer(program);
    try {
      await measure(server, people);
    } finally {
      await server.stop();
    }
  }
} finally {
  await people.database.drop();
}
