// The release before is migrated and replaced by this one, replaced back, and replaced again, under load behind the balancer that is
// deployed, while streams are open. Fails when a request failed, or when something answered with success is lost or there twice:
//   TEST_DATABASE_URL=… TEST_REDIS_URL=… npx nx run drill:upgrade
// DRILL_FORMER is the commit of the release before, which is built from its own lockfile; DRILL_ROUNDS is how often it is gone to and fro.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '@triptych/postgres/testing';
import { type Fleets, replaceOneByOne, startFleets } from './fleets.js';
import { buildRelease } from './former-release.js';
import { postLoad, sendLoad, userLoad } from './loads.js';
import { migrate, type Release, thisRelease } from './replica.js';
import { endLoads, withFailures } from './report.js';

const { TEST_DATABASE_URL, TEST_REDIS_URL = '', DRILL_ROUNDS, DRILL_FORMER } = process.env;
const rounds = Number(DRILL_ROUNDS ?? 1);
/** Release 0.1.0. */
const lastRelease = '715af0b6aa3f28593209a07b5f0fc62719e1ec44';
const clients = { count: 10, pauseMs: 100, repeatMs: 1_500 };
/** For so long both releases serve, side by side. */
const besideMs = 10_000;

const folder = await mkdtemp(join(tmpdir(), 'drill-'));
const databases: TestDatabase[] = [];
let fleets: Fleets | null = null;
try {
  const place = join(folder, 'former');
  await mkdir(place);
  const former = await buildRelease(DRILL_FORMER ?? lastRelease, place);
  const dependencies = { createDatabase, redisUrl: TEST_REDIS_URL };
  fleets = await startFleets(dependencies, folder, [1, 2], former);
  process.exitCode = (await drill(fleets, former)) ? 0 : 1;
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

async function drill({ fleets, urlOf, posts }: Fleets, former: Release): Promise<boolean> {
  const loads = [
    postLoad(urlOf('embed-server'), clients, await shownPosts(urlOf('embed-server'), posts)),
    userLoad(urlOf('user-service'), clients),
    // Release 0.1.0 does not know the ids of events that this one gives: its streams then begin anew.
    await sendLoad(urlOf('social-app'), clients, rounds),
  ];
  const step = (name: string, act: () => Promise<unknown>) => withFailures(name, loads, act);
  const replace = (release: Release) => () =>
    Promise.all(fleets.map((fleet) => replaceOneByOne(fleet, release, besideMs)));
  await step('before', () => pause(besideMs));
  await step('migrated', async () => {
    for (const { service } of fleets) {
      if (service.env['DATABASE_URL']) await migrate(service, thisRelease);
    }
    await pause(besideMs);
  });
  for (let round = 1; round <= rounds; round += 1) {
    await step(`round ${round}, to this release`, replace(thisRelease));
    await step(`round ${round}, back`, replace(former));
  }
  await step('to this release, for good', replace(thisRelease));
  return endLoads(loads);
}

/** Those that the release before shows as well. */
async function shownPosts(url: string, posts: readonly string[]): Promise<string[]> {
  const shown: string[] = [];
  for (const path of posts) {
    const response = await fetch(url + path);
    await response.arrayBuffer();
    if (response.ok) shown.push(path);
  }
  return shown;
}
