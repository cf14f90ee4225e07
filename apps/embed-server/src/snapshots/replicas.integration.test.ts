import { randomUUID } from 'node:crypto';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { startRedis, until, type TestRedis } from '../testing/redis-server.js';
import { startUpstream, type UpstreamPlayer } from '../testing/upstream-player.js';
import { keptIn, purgeKey, removeFolder, temporaryFolder } from './testing/kept-app.js';

// Replicas with folders of their own, which Redis connects.

let redis: TestRedis;
let upstream: UpstreamPlayer;
let name: string;
const replicas: TestApp[] = [];
const folders: string[] = [];

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.close());
beforeEach(async () => {
  name = randomUUID();
  upstream = await startUpstream();
  upstream.json('/api/v1/statuses/1', {
    ...(upstream.fixture('masto-cw-text') as object),
    id: '1',
  });
});
afterEach(async () => {
  for (const replica of replicas.splice(0)) await replica.stop();
  for (const folder of folders.splice(0)) await removeFolder(folder);
  await upstream.close();
});

async function join(): Promise<TestApp> {
  const folder = await temporaryFolder();
  const environment = { SNAPSHOT: 'on', SNAPSHOT_DIR: folder, PURGE_KEYS: purgeKey };
  const replica = await createTestApp(environment, upstream, { redis: redis.client(name) });
  replicas.push(replica);
  folders.push(folder);
  await until(async () =>
    (await replica.metrics()).includes('embed_shared_cache_up{service="test"} 1'),
  );
  return replica;
}

const path = () => `/mastodon/${encodeURIComponent(`${upstream.origin}/@a/1`)}`;

/** Each has read it for itself. */
async function bothKeep(): Promise<void> {
  for (const replica of [await join(), await join()]) {
    // Past the other's copy in Redis.
    for (const each of replicas) each.wait(3 * 86_400);
    expect((await replica.app.inject(path())).statusCode).toBe(200);
    await replica.settled();
  }
  for (const folder of folders) expect(await keptIn(folder)).toEqual(['snapshot']);
}

const bothHave = (kinds: readonly string[]) =>
  until(async () => {
    const found = await Promise.all(folders.map(keptIn));
    return found.every((each) => each.join() === kinds.join());
  });

it('what one erases for good, the other erases and does not keep again', async () => {
  await bothKeep();
  const headers = { authorization: `Bearer ${purgeKey}` };
  const query = { url: `https://embeds.example${path()}` };
  const [here, there] = replicas;
  const reply = await here!.app.inject({ method: 'DELETE', url: '/snapshots', headers, query });
  expect(reply.statusCode).toBe(200);
  await bothHave(['erased']);
  for (const each of replicas) each.wait(3 * 86_400);
  expect((await there!.app.inject(path())).statusCode).toBe(200);
  await there!.settled();
  await bothHave(['erased']);
});

it('what the network tells one is gone, the other erases', async () => {
  await bothKeep();
  upstream.json('/api/v1/statuses/1', upstream.fixture('masto-404'), 404);
  for (const each of replicas) each.wait(3 * 86_400);
  expect((await replicas[0]!.app.inject(path())).statusCode).toBe(404);
  await bothHave(['voided']);
});
