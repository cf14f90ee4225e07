import { pictures } from '../testing/pictures.js';
import { playRecording } from '../testing/recorded-upstreams.js';
import { sendFile, startUpstream, type UpstreamPlayer } from '../testing/upstream-player.js';
import {
  createKeptApp,
  keptIn,
  pastTheCache,
  removeFolder,
  temporaryFolder,
  type KeptApp,
} from './testing/kept-app.js';

let upstream: UpstreamPlayer;
let folder: string;
let server: KeptApp;
beforeEach(async () => {
  upstream = await startUpstream();
  folder = await temporaryFolder();
  server = await createKeptApp(folder, upstream);
});
afterEach(async () => {
  await server.close();
  await removeFolder(folder);
});

/** Posts whose upstream gives them, with their pictures; returns the path of the page. */
function play(name: string): string {
  const page = playRecording(upstream, name);
  upstream.on('*', sendFile(pictures.png, 'image/png'));
  return page;
}

function fail(status = 503): void {
  upstream.reset();
  upstream.on('*', (_request, response) => void response.writeHead(status).end());
}

const jsonOf = (page: string) => page.replace('.amp', '');
const imageOf = (page: string, image: string) => `${jsonOf(page).split('?')[0]}/${image}`;
const header = 'x-triptych-snapshot';

/** Reads the post, so that it is kept, and then nothing is left but what was kept. */
async function keep(page: string): Promise<string> {
  const reply = await server.app.inject(jsonOf(page));
  expect([reply.statusCode, reply.headers[header]]).toEqual([200, undefined]);
  await server.settled();
  server.wait(pastTheCache);
  return reply.body;
}

const posts = ['tweet-drawn-photos', 'bsky-drawn-gallery', 'masto-cw-text'];

it.each(posts)('shows %s as it was when its upstream fails, marked and dated', async (name) => {
  const page = play(name);
  const json = await keep(page);
  for (const status of [500, 403, 401]) {
    fail(status);
    const reply = await server.app.inject(jsonOf(page));
    expect([status, reply.statusCode, reply.body]).toEqual([status, 200, json]);
    expect(reply.headers['cache-control']).toBe(
      'public, max-age=30, stale-while-revalidate=0, stale-if-error=0',
    );
    const taken = String(reply.headers[header]);
    expect(new Date(taken).toISOString()).toBe(taken);
    expect(reply.headers['surrogate-key']).toBeDefined();
    for (const [language, words] of [
      ['en', 'The original could not be reached. Snapshot of'],
      ['de', 'Das Original war nicht erreichbar. Momentaufnahme vom'],
    ]) {
      for (const url of [page, page.replace('.amp', '.html')]) {
        const shown = await server.app.inject({ url, query: { lang: language! } });
        expect(shown.body).toContain(`${words} <time datetime="${taken}">`);
        expect(shown.headers[header]).toBe(taken);
      }
    }
    const url = `https://embeds.example${page}`;
    const oembed = await server.app.inject({ url: '/oembed', query: { url, html: 'script' } });
    expect(oembed.json()).toMatchObject({ version: '1.0', cache_age: 10 });
    expect(oembed.json().html).toContain('The original could not be reached. Snapshot of');
    expect(oembed.headers[header]).toBe(taken);
    server.wait(600);
  }
});

it('has the pictures of a post, in every size, and after a restart', async () => {
  const page = play('tweet-drawn-photos');
  await keep(page);
  fail();
  const images = ['/profile-image', '/images/0', '/images/3', '/images/0?size=small'];
  for (const restarted of [false, true]) {
    if (restarted) {
      await server.stop();
      server = await createKeptApp(folder, upstream);
    }
    for (const image of images) {
      const reply = await server.app.inject(jsonOf(page) + image);
      expect([image, reply.statusCode]).toEqual([image, 200]);
      expect(reply.rawPayload).toEqual(pictures.png);
      expect(reply.headers['content-type']).toBe('image/png');
      expect(reply.headers['cache-control']).toContain('max-age=30');
    }
    expect((await server.app.inject(`${jsonOf(page)}/images/9`)).statusCode).toBe(404);
  }
});

it('says in a frame how high the page is, with the line that marks it', async () => {
  const page = play('tweet-drawn-photos');
  const url = `https://embeds.example${page}`;
  const height = async () =>
    (await server.app.inject({ url: '/oembed', query: { url } })).json<{ height: number }>().height;
  const before = await height();
  await keep(page);
  fail();
  expect(await height()).toBeGreaterThan(before + 15);
});

it('shows the post itself as soon as its upstream gives it again', async () => {
  const page = play('tweet-drawn-photos');
  await keep(page);
  fail();
  expect((await server.app.inject(page)).headers[header]).toBeDefined();
  play('tweet-drawn-photos');
  server.wait(600);
  const { headers, body } = await server.app.inject(page);
  expect(headers[header]).toBeUndefined();
  expect(body).not.toContain('Snapshot of');
});

it('has nothing of a post that was never read, or without SNAPSHOT=on', async () => {
  const page = play('tweet-drawn-photos');
  fail();
  expect((await server.app.inject(page)).statusCode).toBe(503);
  await server.stop();
  server = await createKeptApp(folder, upstream, { SNAPSHOT: 'off' });
  play('tweet-drawn-photos');
  await keep(page);
  fail();
  expect((await server.app.inject(page)).statusCode).toBe(503);
  expect(await keptIn(folder)).toEqual([]);
  expect((await server.erase('https://x.com/a/status/1')).statusCode).toBe(404);
});

describe('a post that is gone', () => {
  const gone = (status: number) => {
    const words = JSON.stringify(upstream.fixture('masto-404'));
    upstream.reset();
    upstream.on('*', (_request, response) => void response.writeHead(status).end(words));
  };

  it.each([404, 410])('is erased with its pictures when the network says %s', async (status) => {
    const page = play('masto-cw-text');
    await keep(page);
    expect(await keptIn(folder)).toEqual(['snapshot']);
    gone(status);
    expect((await server.app.inject(page)).statusCode).toBe(404);
    await server.settled();
    expect(await keptIn(folder)).toEqual(['voided']);
    fail();
    server.wait(pastTheCache);
    expect((await server.app.inject(page)).statusCode).toBe(503);
  });

  it('is kept again when it comes back', async () => {
    const page = play('masto-cw-text');
    await keep(page);
    gone(404);
    await server.app.inject(page);
    server.wait(100);
    play('masto-cw-text');
    await keep(page);
    fail();
    expect((await server.app.inject(page)).headers[header]).toBeDefined();
  });

  it('is shown on, where the policy says so', async () => {
    await server.stop();
    server = await createKeptApp(folder, upstream, { SNAPSHOT_DELETED: 'keep' });
    const page = play('masto-cw-text');
    const json = await keep(page);
    gone(404);
    // The second finds the record of nothing in the cache.
    for (let n = 1; n <= 3; n += 1) {
      const reply = await server.app.inject(page);
      expect(reply.body).toContain('The original is no longer there. Snapshot of');
      expect(reply.headers[header]).toBeDefined();
      expect((await server.app.inject(jsonOf(page))).body).toBe(json);
    }
    expect((await server.erase(`https://embeds.example${page}`)).statusCode).toBe(200);
    expect((await server.app.inject(page)).statusCode).toBe(404);
  });

  it.each(['follow', 'keep'])('is erased once it is not for all, also under %s', async (policy) => {
    await server.stop();
    server = await createKeptApp(folder, upstream, { SNAPSHOT_DELETED: policy });
    const page = play('masto-cw-text');
    await keep(page);
    const status = upstream.fixture('masto-cw-text') as { id: string };
    upstream.json(`/api/v1/statuses/${status.id}`, { ...status, visibility: 'private' });
    expect((await server.app.inject(page)).statusCode).toBe(404);
    await server.settled();
    expect(await keptIn(folder)).toEqual(['voided']);
    expect((await server.app.inject(page)).statusCode).toBe(404);
  });

  it('is followed within a day when nobody asks for it', async () => {
    const page = play('masto-cw-text');
    await keep(page);
    const before = upstream.calls.length;
    await server.recheck();
    await server.settled();
    expect(upstream.calls.length).toBeGreaterThan(before);
    expect(await keptIn(folder)).toEqual(['snapshot']);
    gone(404);
    await server.recheck();
    expect(await keptIn(folder)).toEqual(['snapshot']);
    server.wait(pastTheCache);
    await server.recheck();
    await server.settled();
    expect(await keptIn(folder)).toEqual(['voided']);
    server.wait(pastTheCache);
    await server.recheck();
    expect(await keptIn(folder)).toEqual([]);
  });
});

describe('DELETE /snapshots', () => {
  it.each(posts)('erases %s with its pictures, for good, and says what it was', async (name) => {
    const page = play(name);
    await keep(page);
    const reply = await server.erase(`https://embeds.example${page}`);
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store']);
    const { names, snapshots } = reply.json<{ names: string[]; snapshots: object[] }>();
    expect(names.length).toBeGreaterThan(0);
    expect(snapshots).toContainEqual({
      takenAt: expect.any(String),
      pictures: expect.any(Number),
      bytes: expect.any(Number),
    });
    expect(new Set(await keptIn(folder))).toEqual(new Set(['erased']));
    expect((await server.app.inject(page)).statusCode).toBe(200);
    await server.settled();
    server.wait(pastTheCache);
    await server.recheck();
    expect(new Set(await keptIn(folder))).toEqual(new Set(['erased']));
    fail();
    expect((await server.app.inject(page)).statusCode).toBe(503);
    expect((await server.app.inject(imageOf(page, 'profile-image'))).statusCode).toBe(503);
  });

  it('erases while the upstream fails', async () => {
    const page = play('tweet-drawn-photos');
    await keep(page);
    fail();
    expect((await server.app.inject(page)).statusCode).toBe(200);
    const reply = await server.erase(`https://embeds.example${page}`);
    expect(reply.json().snapshots).toEqual([expect.objectContaining({ pictures: 5 })]);
    expect((await server.app.inject(page)).statusCode).toBe(503);
  });

  it('erases a post on Bluesky by whichever name of its author', async () => {
    const page = play('bsky-drawn-gallery');
    await keep(page);
    const { author, uri } = (await server.app.inject(jsonOf(page))).json<{
      author: { handle: string };
      uri: string;
    }>();
    await server.settled();
    const url = `https://bsky.app/profile/${author.handle}/post/${uri.split('/').at(-1)}`;
    expect((await server.erase(url)).json().snapshots).toHaveLength(1);
    await server.settled();
    fail();
    server.wait(pastTheCache);
    expect((await server.app.inject(page)).statusCode).toBe(503);
  });

  it.each(['', 'Bearer nothing-of-the-kind'])('is 401 with %j', async (authorization) => {
    const page = play('tweet-drawn-photos');
    await keep(page);
    const { statusCode } = await server.app.inject({
      method: 'DELETE',
      url: '/snapshots',
      query: { url: `https://embeds.example${page}` },
      headers: { authorization },
    });
    expect([statusCode, await keptIn(folder)]).toEqual([401, ['snapshot']]);
  });
});

it('no snapshot of before stands in after a purge, but one of afterwards does', async () => {
  const page = play('tweet-drawn-photos');
  await keep(page);
  fail();
  expect((await server.purge(`https://embeds.example${page}`)).statusCode).toBe(200);
  expect((await server.app.inject(page)).statusCode).toBe(503);
  play('tweet-drawn-photos');
  server.wait(100);
  await keep(page);
  fail();
  expect((await server.app.inject(page)).headers[header]).toBeDefined();
});
