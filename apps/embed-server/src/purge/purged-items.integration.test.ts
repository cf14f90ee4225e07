import { randomUUID } from 'node:crypto';
import { callScenes, type Hosts } from '../testing/call-scenes.js';
import { aftermaths, environmentOf, purge, readForms } from '../testing/purged-items.js';
import { startRedis, until, type TestRedis } from '../testing/redis-server.js';
import { createTestApp } from '../testing/test-app.js';
import { startUpstream } from '../testing/upstream-player.js';

let redis: TestRedis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.close());

// The kinds of parts.
const names = [
  'a quote by ActivityPub',
  'a status that another host attests',
  'a quote by Mastodon of another host',
  'a long text on X',
];

// Seconds by which the clock of the other replica is ahead.
const skews = [0, 30];
const cases = names.flatMap((name) => skews.map((skew) => ({ name, skew })));

it.each(cases)(
  '$name: what one replica forgets with all its parts, no other one has, whose clock is $skew s ahead',
  async ({ name, skew }) => {
    const hosts: Hosts = { asked: await startUpstream(), other: await startUpstream() };
    const scene = callScenes[name]!(hosts);
    const environment = environmentOf(hosts, scene);
    const shared = randomUUID();
    const join = async () => {
      const replica = await createTestApp(environment, hosts.asked, {
        redis: redis.patientClient(shared),
      });
      await until(async () =>
        (await replica.metrics()).includes('embed_shared_cache_up{service="test"} 1'),
      );
      return replica;
    };
    const [here, there] = [await join(), await join()];
    there.wait(skew);
    const before = await readForms(there, scene);
    expect(await readForms(here, scene)).toEqual(before);
    expect(await purge(here, scene)).toBe(200);
    // Past the times of the clock that is ahead.
    here.wait(skew + 30);
    there.wait(30);
    aftermaths['all replies are others']!(hosts, scene);
    const fresh = await createTestApp(environment, hosts.asked);
    const expected = await readForms(fresh, scene);
    expect(expected).not.toEqual(before);
    expect(await readForms(here, scene)).toEqual(expected);
    // It hears of it a moment later, of all that a form is made of at once.
    let heard: readonly string[] = [];
    await until(async () => {
      heard = await readForms(there, scene);
      return heard.every((form, at) => form !== before[at] || form === expected[at]);
    });
    expect(heard).toEqual(expected);
    await Promise.all([here, there, fresh].map((each) => each.stop()));
    await Promise.all([hosts.asked.close(), hosts.other.close()]);
  },
);
