// What the services depend on fails over under load: PostgreSQL by Patroni, Redis by Sentinel, and replicas of the services with
// them. Everything that was answered is recorded and compared with what is there afterwards. As root, since each server has a
// network of its own, and PostgreSQL a user of its own:
//   npx nx run drill:failover
// DRILL_FAULTS is which of the faults happen, by parts of their names with commas between; DRILL_ROUNDS how often each does.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSentinel, type TestSentinel } from '@triptych/redis/testing';
import { type DatabaseCluster, startDatabaseCluster } from './database-cluster.js';
import { type Fault, faultsOf } from './faults.js';
import { followFeed } from './feed.js';
import { type Fleets, startFleets } from './fleets.js';
import { type CheckedLoad, postLoad, sendLoad, userLoad } from './loads.js';
import { openNetwork } from './network.js';
import { contendedUserLoad, crossedRequestLoad } from './races.js';
import { printLoads } from './report.js';
import { apiKey } from './services.js';
import { standbyFault } from './standby-fault.js';

const { DRILL_FAULTS = '', DRILL_ROUNDS = 1 } = process.env;
/** Within this, the services are back after a fault, and after what failed has returned. */
const backWithinMs = 30_000;
/** For so long the balancer waits for a replica that hangs; then there is an error, or another replica, in the time of a database. */
const endWithinMs = 15_000 + 10_000;
/** As long as nothing was slow or failed for, after which they count as back. */
const quietMs = 3_000;
const clients = { count: 6, pauseMs: 150, repeatMs: 60_000 };

await openNetwork();
const folder = await mkdtemp(join(tmpdir(), 'drill-'));
// The user `postgres` has its folders below.
await chmod(folder, 0o755);
let database: DatabaseCluster | null = null;
let redis: TestSentinel | null = null;
let fleets: Fleets | null = null;
try {
  database = await startDatabaseCluster(folder);
  redis = await startSentinel();
  const dependencies = { createDatabase: database.createDatabase, redisUrl: redis.settings.url };
  fleets = await startFleets(dependencies, folder, [1, 2]);
  const all: Readonly<Record<string, Fault>> = {
    ...faultsOf(database, redis, fleets.fleets),
    'the machines of both standbys are lost': standbyFault(database, folder),
  };
  const faults = Object.entries(all).filter(([name]) =>
    DRILL_FAULTS.split(',').some((part) => name.includes(part)),
  );
  const findings = await drill(fleets, faults, database);
  for (const finding of findings) console.log(finding);
  process.exitCode = findings.length === 0 ? 0 : 1;
} finally {
  await fleets?.close();
  await redis?.close();
  await database?.close();
  await rm(folder, { recursive: true });
}

async function drill(
  { urlOf, posts }: Fleets,
  faults: readonly (readonly [string, Fault])[],
  { untilWhole }: DatabaseCluster,
): Promise<string[]> {
  // Who needs people has them before the others begin.
  const asking = await crossedRequestLoad(
    urlOf('social-app'),
    { ...clients, count: 4, pauseMs: 2_000 },
    24,
  );
  const sending = await sendLoad(urlOf('social-app'), clients);
  const loads = [
    postLoad(urlOf('embed-server'), clients, posts),
    userLoad(urlOf('user-service'), clients),
    contendedUserLoad(urlOf('user-service'), clients),
    sending,
    asking,
  ];
  const feed = await followFeed(urlOf('user-service'), apiKey);
  await troubleAfter(() => Promise.resolve(), loads);
  const findings: string[] = [];
  for (let round = 1; round <= Number(DRILL_ROUNDS); round += 1) {
    for (const [name, { strike, heal }] of faults) {
      const down = await troubleAfter(strike, loads);
      const healed = heal ? await troubleAfter(heal, loads) : 0;
      await untilWhole();
      const [first, second] = [down, healed].map((time) => `${(time / 1_000).toFixed(1)} s`);
      console.log(`round ${round}, ${name}: trouble for ${first}, and for ${second} as it ended`);
      if (Math.max(down, healed) > backWithinMs) findings.push(`${name}: not back in time`);
    }
  }
  for (const { load } of loads) await load.stop();
  for (const { check } of loads) findings.push(...(await check()));
  findings.push(...(await feed.stop()));
  printLoads(loads.map(({ load }) => load));
  for (const { load } of loads)
    if (load.slowestMs() > endWithinMs) findings.push(`${load.name}: a request took too long`);
  return findings;
}

/** Does it, waits for a while without trouble, and returns for how long there was some before, in milliseconds. */
async function troubleAfter(
  act: () => Promise<void>,
  loads: readonly CheckedLoad[],
): Promise<number> {
  const began = performance.now();
  await act();
  const last = () => Math.max(began, ...loads.map(({ load }) => load.troubledAt()));
  while (performance.now() - last() < quietMs && performance.now() - began < 3 * backWithinMs)
    await pause(200);
  return last() - began;
}
