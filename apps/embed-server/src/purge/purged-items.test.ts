import { callScenes, type Hosts } from '../testing/call-scenes.js';
import { aftermaths, environmentOf, itemOf, purge, readForms } from '../testing/purged-items.js';
import { createTestApp } from '../testing/test-app.js';
import { startUpstream } from '../testing/upstream-player.js';

// Each item of each kind, with all that is read with it: after a purge this server replies as one that never had it.

let hosts: Hosts;
beforeEach(async () => {
  hosts = { asked: await startUpstream(), other: await startUpstream() };
});
afterEach(async () => {
  await Promise.all([hosts.asked.close(), hosts.other.close()]);
});

/** Where replies differ; whole pages say too much. */
function differing(these: readonly string[], others: readonly string[]): readonly string[] {
  return these.flatMap((one, at) => {
    const other = others[at] ?? '';
    if (one === other) return [];
    const from = [...one].findIndex((letter, place) => letter !== other[place]);
    const excerpts = [one, other].map((text) => text.slice(Math.max(0, from - 20), from + 60));
    return [`${one.slice(0, one.indexOf(' '))}: ${excerpts.join(' | ')}`];
  });
}

// What they show is a picture, or nothing that changes.
const without = [
  'a shared link of Facebook',
  'a picture of a tweet',
  'the poster of a film on YouTube',
];
const items = Object.entries(callScenes).filter(([name]) => !without.includes(name));
// `PROPERTY_RUNS=1` tries every case; a suite tries one of each item.
const isThorough = process.env['PROPERTY_RUNS'] !== undefined;
const cases = items.flatMap(([name, play], number) =>
  Object.entries(aftermaths)
    .map(([change, apply]) => ({ name, play, change, apply }))
    .filter((_, at) => isThorough || at === number % 3),
);

it.each(cases)('$name, of which $change', async ({ play, apply }) => {
  const scene = play(hosts);
  const environment = environmentOf(hosts, scene);
  const server = await createTestApp(environment, hosts.asked);
  const before = await readForms(server, scene);
  expect(before.join().includes(scene.words)).toBe(true);
  expect([itemOf(scene), await purge(server, scene)]).toEqual([itemOf(scene), 200]);
  // The clock of the cache stands still otherwise.
  server.wait(1);
  apply(hosts, scene);
  const after = await readForms(server, scene);
  const fresh = await createTestApp(environment, hosts.asked);
  expect(differing(after, await readForms(fresh, scene))).toEqual([]);
  expect(after).not.toEqual(before);
  await Promise.all([server.stop(), fresh.stop()]);
});
