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

// No thread is kept, but each of its posts.

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

const fail = () => {
  upstream.reset();
  upstream.on('*', (_request, response) => void response.writeHead(503).end());
};
const erase = (path: string) => server.erase(`https://embeds.example${path}`);

describe('on X', () => {
  const ids = ['0', '1', '2'];
  const page = '/tweet/2.amp?thread=1';
  const tweet = (id: string) => ({
    ...{ __typename: 'Tweet', id_str: id, text: `Words of ${id}`, lang: 'en' },
    ...{ created_at: '2026-01-02T00:00:00.000Z', conversation_count: 3 },
    user: { id_str: '1', name: 'Ada', screen_name: 'ada' },
    ...(id !== '0' && {
      ...{ in_reply_to_status_id_str: String(Number(id) - 1), in_reply_to_screen_name: 'ada' },
    }),
  });

  /** X gives the tweets of this thread but for these. */
  const play = (failing: readonly string[] = []) => {
    upstream.reset();
    upstream.on('*', (_request, response) => void response.writeHead(503).end());
    upstream.on('/tweet-result', (_request, response, url) => {
      const id = url.searchParams.get('id') ?? '';
      const isGiven = ids.includes(id) && !failing.includes(id);
      response.writeHead(isGiven ? 200 : 503, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isGiven ? tweet(id) : {}));
    });
  };

  const keep = async () => {
    play();
    expect((await server.app.inject(page)).statusCode).toBe(200);
    await server.settled();
    server.wait(pastTheCache);
  };

  /** The ids on the page, each with whether it is marked. */
  const shown = async () => {
    const { body } = await server.app.inject(page);
    return body
      .split('<article')
      .slice(1)
      .map((article) => {
        const id = /Words of (\d)/.exec(article)?.[1] ?? '';
        return [id, article.includes('The original could not be reached. Snapshot of')];
      });
  };
  const heightOf = async () => {
    const query = { url: `https://embeds.example${page}` };
    return (await server.app.inject({ url: '/oembed', query })).json<{ height: number }>().height;
  };

  it('each tweet of a thread that X does not give is shown as it was, and marked, and no other', async () => {
    await keep();
    const plain = await heightOf();
    server.wait(pastTheCache);
    for (let subset = 0; subset < 2 ** ids.length; subset += 1) {
      const failing = ids.filter((_id, at) => ((subset >> at) & 1) === 1);
      play(failing);
      expect(await shown()).toEqual(ids.map((id) => [id, failing.includes(id)]));
      const { headers } = await server.app.inject(page);
      expect(headers['x-triptych-snapshot'] !== undefined).toBe(failing.length > 0);
      const added = (await heightOf()) - plain;
      expect([failing, added > 15 * failing.length - 1]).toEqual([failing, true]);
      expect([failing, added < 60 * failing.length + 1]).toEqual([failing, true]);
      await server.settled();
      server.wait(pastTheCache);
    }
  });

  it('a tweet that is erased is missing, and the thread begins after it', async () => {
    await keep();
    expect((await erase('/tweet/1.amp')).json().snapshots).toHaveLength(1);
    fail();
    expect(await shown()).toEqual([['2', true]]);
    expect((await server.app.inject('/tweet/0.amp')).statusCode).toBe(200);
  });

  it('the address of a thread erases the tweet that it names, and no other', async () => {
    await keep();
    expect(await keptIn(folder)).toEqual(['snapshot', 'snapshot', 'snapshot']);
    expect((await erase(page)).json().snapshots).toHaveLength(1);
    expect(await keptIn(folder)).toEqual(['erased', 'snapshot', 'snapshot']);
    fail();
    expect((await server.app.inject(page)).statusCode).toBe(503);
    expect((await server.app.inject('/tweet/1.amp')).statusCode).toBe(200);
  });
});

describe.each(['bsky-drawn-thread', 'mastodon-drawn-thread'])('of %s', (recorded) => {
  /** Reads the thread alone, so that its post is kept. */
  const keep = async () => {
    const page = playRecording(upstream, recorded);
    upstream.on('*', sendFile(pictures.png, 'image/png'));
    expect(page).toContain('thread=1');
    const reply = await server.app.inject(page);
    expect(reply.statusCode).toBe(200);
    expect(reply.body.split('<article').length).toBeGreaterThan(2);
    await server.settled();
    server.wait(pastTheCache);
    return page;
  };

  it('its post is kept with it, and shown alone, marked', async () => {
    const page = await keep();
    expect(await keptIn(folder)).toEqual(['snapshot']);
    fail();
    for (const url of [page, page.replace('?thread=1', '')]) {
      const { statusCode, headers, body } = await server.app.inject(url);
      expect([statusCode, headers['x-triptych-snapshot']]).toEqual([200, expect.any(String)]);
      expect(body.split('<article')).toHaveLength(2);
      expect(body.split('Snapshot of')).toHaveLength(2);
      expect(body.includes('More of this thread on')).toBe(url === page);
    }
  });

  it('whoever erases the post by the address of its thread erases all that is kept', async () => {
    const page = await keep();
    expect((await erase(page)).json().snapshots).toHaveLength(1);
    expect(new Set(await keptIn(folder))).toEqual(new Set(['erased']));
    fail();
    for (const url of [page, page.replace('?thread=1', '')])
      expect((await server.app.inject(url)).statusCode).toBe(503);
  });

  it.each(['follow', 'keep'])(
    'once it is gone, the policy is that of the post: %s',
    async (policy) => {
      await server.stop();
      server = await createKeptApp(folder, upstream, { SNAPSHOT_DELETED: policy });
      const page = await keep();
      upstream.reset();
      upstream.on('*', (_request, response) => {
        response.writeHead(recorded.startsWith('bsky') ? 400 : 404, {
          'content-type': 'application/json',
        });
        response.end(JSON.stringify({ error: 'NotFound', message: 'Post not found' }));
      });
      const { statusCode, body } = await server.app.inject(page);
      expect([policy, statusCode]).toEqual([policy, policy === 'keep' ? 200 : 404]);
      expect(body.includes('The original is no longer there.')).toBe(policy === 'keep');
      await server.settled();
      expect(new Set(await keptIn(folder))).toEqual(
        new Set([policy === 'keep' ? 'snapshot' : 'voided']),
      );
    },
  );
});
