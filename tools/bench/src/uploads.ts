// Sends beside uploads to the same service, and beside the same uploads to another process: nx run bench:uploads
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { printHeading, quantile, readOptions } from './runner/rounds.js';
import { peer, service, startServer, type ServerProcess } from './runner/server-process.js';
import { createPeople, type People } from './social/people.js';
import { sendDuring } from './social/steady-sends.js';
import type { Order, Report } from './social/uploader.js';

const options = readOptions({ uploads: 100, mib: 20, rate: 50, seconds: 5, rounds: 2 });
const MiB = 1024 * 1024;
const senders = 10;
const uploader = fileURLToPath(new URL('social/uploader.ts', import.meta.url));

async function uploadTo(url: string, { friends }: People): Promise<Report> {
  const child = fork(uploader);
  const cookies = friends.slice(senders, senders + options.uploads).map(({ one }) => one.cookie);
  child.send({ url, cookies, bytes: options.mib * MiB } satisfies Order);
  const [report] = (await once(child, 'message')) as [Report];
  return report;
}

/** Sends during `work`, and for how long the loop of the service was held. */
async function measure<T>(server: ServerProcess, people: People, work: () => Promise<T>) {
  await server.heldLoop();
  const target = { url: server.url, friends: people.friends.slice(0, senders), rate: options.rate };
  const { delays, failed, result } = await sendDuring(target, work());
  const loop = await server.heldLoop();
  const at = (part: number) => quantile(delays, part);
  return { p50: at(0.5), p99: at(0.99), sends: delays.length, failed, loop, result };
}

type Measured = Awaited<ReturnType<typeof measure>>;

const rowOf = ({ p50, p99, sends, failed, loop }: Measured, beside?: Measured) => ({
  'p50 ms': p50.toFixed(0),
  'p99 ms': p99.toFixed(0),
  'p99 ÷ elsewhere': beside ? (p99 / beside.p99).toFixed(2) : '',
  'loop p99 ms': loop.p99.toFixed(0),
  'loop max ms': loop.max.toFixed(0),
  sends,
  failed,
  load: loadavg()[0]!.toFixed(1),
});

const speed = ({ took }: Report) => (options.uploads * options.mib * 1000) / took;

async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
}

async function round(server: ServerProcess, bare: ServerProcess, people: People): Promise<void> {
  const quiet = await measure(server, people, () => pause(options.seconds * 1000));
  const resident = server.memory();
  const elsewhere = await measure(server, people, () => uploadTo(bare.url, people));
  const here = await measure(server, people, () => uploadTo(server.url, people));
  console.table({
    quiet: rowOf(quiet),
    'uploads elsewhere': rowOf(elsewhere),
    'uploads here': rowOf(here, elsewhere),
  });
  const [plain, ours] = [speed(elsewhere.result), speed(here.result)];
  console.table({
    [`${options.uploads} of ${options.mib} MiB`]: {
      'MiB/s': Math.round(ours),
      'plain MiB/s': Math.round(plain),
      ratio: (ours / plain).toFixed(2),
      'resident MiB, before': Math.round(resident),
      'at its highest': Math.round(server.peakMemory()),
      outcomes: JSON.stringify(here.result.outcomes),
      'plain outcomes': JSON.stringify(elsewhere.result.outcomes),
    },
  });
}

const people = await createPeople(senders + options.uploads);
printHeading(`${options.rate} sends a second beside ${options.uploads} uploads at once`);
const folder = await mkdtemp(join(tmpdir(), 'bench-uploads-'));
const elsewhere = await mkdtemp(join(tmpdir(), 'bench-uploads-'));
const bare = await startServer(peer('bare-uploads', { FOLDER: elsewhere }));
const server = await startServer(
  service('social-app', '/api/auth/providers', {
    DATABASE_URL: people.database.url,
    FILES_DIR: folder,
    ATTACHMENT_MAX_MIB: String(Math.max(25, options.mib)),
    LOG_LEVEL: 'warn',
    SESSION_SECRET: 'a secret that only benchmarks know',
  }),
);
try {
  await sendDuring(
    { url: server.url, friends: people.friends.slice(0, senders), rate: options.rate },
    pause(2_000),
  );
  for (let n = 0; n < options.rounds; n += 1) {
    await round(server, bare, people);
    await emptyFolder(elsewhere);
  }
} finally {
  await server.stop();
  await bare.stop();
  await people.database.drop();
  for (const each of [folder, elsewhere]) await rm(each, { recursive: true, force: true });
}
