import { tweet } from '../testing/call-samples.js';
import { callScenes, type CallScene, type Hosts } from '../testing/call-scenes.js';
import { aftermaths, environmentOf, purgeAddress } from '../testing/purged-items.js';
import { createTestApp } from '../testing/test-app.js';
import { startUpstream } from '../testing/upstream-player.js';

// A post that another one quotes, boosts, or has in its thread: who purges it purges those as well.

let hosts: Hosts;
beforeEach(async () => {
  hosts = { asked: await startUpstream(), other: await startUpstream() };
});
afterEach(async () => {
  await Promise.all([hosts.asked.close(), hosts.other.close()]);
});

const onX =
  (more: object): ((hosts: Hosts) => CallScene) =>
  ({ asked }) => {
    asked.on('/tweet-result', (_request, response, url) => {
      const found = url.searchParams.get('id') === '1' ? tweet('1') : tweet('2', more);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
    });
    return { path: '/tweet/2.amp', words: 'Words of 1', primary: /./ };
  };

interface Held {
  readonly play: (hosts: Hosts) => CallScene;
  /** The words of the one that is held, and where it is by itself. */
  readonly words: string;
  readonly url: (hosts: Hosts) => string;
}

const noteUrl = (origin: string, name: string, key: string) =>
  `${origin}/users/${name}/statuses/${key.padStart(26, '0')}`;
const scene = (name: string) => callScenes[name]!;

const held: Readonly<Record<string, Held>> = {
  'a quote on X': {
    play: onX({ quoted_tweet: tweet('1') }),
    words: 'Words of 1',
    url: () => 'https://x.com/Ada/status/1',
  },
  'a quote by ActivityPub': {
    play: scene('a quote by ActivityPub'),
    words: 'Words of 2',
    url: ({ other }) => noteUrl(other.origin, 'omar', '2'),
  },
  'a boost by ActivityPub': {
    play: scene('a boost by ActivityPub'),
    words: 'Words of 2',
    url: ({ other }) => noteUrl(other.origin, 'omar', '2'),
  },
  'a quote by Mastodon': {
    play: scene('a quote by Mastodon of another host'),
    words: 'In full',
    url: ({ other }) => `${other.origin}/users/omar/statuses/6`,
  },
  'a thread on Mastodon': {
    play: scene('a thread on Mastodon'),
    words: 'Words of 1',
    url: ({ asked }) => `${asked.origin}/@ada/1`,
  },
  'a thread on Misskey': {
    play: scene('a thread on Misskey'),
    words: 'Words of 1',
    url: ({ asked }) => `${asked.origin}/notes/1`,
  },
  'a thread by ActivityPub': {
    play: scene('a thread by ActivityPub'),
    words: 'Words of 1',
    url: ({ asked }) => noteUrl(asked.origin, 'ada', '1'),
  },
  'a thread on Bluesky': {
    play: scene('a thread on Bluesky'),
    words: 'Words of 1',
    url: () => 'https://bsky.app/profile/ada.example.org/post/1',
  },
};

it.each(Object.entries(held))(
  '%s does not hold what was purged',
  async (_name, { play, ...one }) => {
    const scene = play(hosts);
    const environment = environmentOf(hosts, scene);
    const server = await createTestApp(environment, hosts.asked);
    const before = await server.app.inject(scene.path);
    expect(before.body).toContain(one.words);
    const reply = await purgeAddress(server, one.url(hosts));
    // One of them is enough for a cache in front.
    const names = String(before.headers['surrogate-key']).split(' ');
    const { names: purged = [] } = reply.json<{ names?: string[] }>();
    expect([reply.statusCode, names.some((name) => purged.includes(name))]).toEqual([200, true]);
    // The clock of the cache stands still otherwise.
    server.wait(1);
    aftermaths['all replies are others']!(hosts, scene);
    const after = await server.app.inject(scene.path);
    expect(after.body).not.toContain(one.words);
    expect(after.body).toContain(one.words.replace(/^Words of|^In full/, 'Other words of'));
    await server.stop();
  },
);
