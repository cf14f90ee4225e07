// Replicas are restarted one by one, are not ready, hang and are killed under load behind the balancer that is deployed, while
// streams are open. Fails when a request failed, or when something answered with success is lost or there twice:
//   TEST_DATABASE_URL=… TEST_REDIS_URL=… npx nx run drill:gateway
// DRILL_ROUNDS is how often each happens, DRILL_REQUESTS the least number of requests to each service.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '@triptych/postgres/testing';
import { type Fleet, type Fleets, killAndStart, restartOneByOne, startFleets } from './fleets.js';
import { postLoad, sendLoad, userLoad } from './loads.js';
import { endLoads, withFailures } from './report.js';

const { TEST_DATABASE_URL, TEST_REDIS_URL = '', DRILL_ROUNDS, DRILL_REQUESTS } = process.env;
const rounds = Number(DRILL_ROUNDS ?? 1);
const least = Number(DRILL_REQUESTS ?? 5_000);
const clients = { count: 10, pauseMs: 100, repeatMs: 1_500 };
/** The third joins as a replica that is not ready. */
const numbers = [1, 2, 3];

const steps: Readonly<Record<string, (fleet: Fleet) => Promise<void>>> = {
  'restarted one by one': restartOneByOne,
  async 'beside one that is never ready'({ service, replicas: [, , third] }) {
    // Nothing that embed-server can start with keeps it from being ready.
    if (!service.unready) return;
    await third!.start(service.unready);
    await pause(8_000);
    await third!.kill();
  },
  async 'one hangs'({ replicas: [first] }) {
    first!.freeze();
    await pause(8_000);
    first!.thaw();
    await pause(2_000);
  },
  'one is killed': ({ replicas: [, second] }) => killAndStart(second!),
};

const folder = await mkdtemp(join(tmpdir(), 'drill-'));
const databases: TestDatabase[] = [];
let fleets: Fleets | null = null;
try {
  fleets = await startFleets({ createDatabase, redisUrl: TEST_REDIS_URL }, folder, numbers);
  process.exitCode = (await drill(fleets)) ? 0 : 1;
} finally {
  await fleets?.close();
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true });
}

async function createDatabase(): Promise<string> {
  const database = await createTestDatabase(TEST_DATABASE_URL);
  databases.push(database);
  return database.url;
}

async function drill({ fleets, urlOf, posts }: Fleets): Promise<boolean> {
  const loads = [
    postLoad(urlOf('embed-server'), clients, posts),
    userLoad(urlOf('user-service'), clients),
    await sendLoad(urlOf('social-app'), clients),
  ];
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, step] of Object.entries(steps)) {
      await withFailures(`round ${round}, ${name}`, loads, () => Promise.all(fleets.map(step)));
    }
  }
  while (loads.some(({ load }) => load.count < least)) await pause(200);
  return endLoads(loads);
}
