import { createTestApp } from '../testing/test-app.js';
import { sampleAt, publish } from '../testing/fediverse.js';
import { ownStatus, remoteStatus, restPath } from '../testing/instances.js';
import { startUpstream, type Handler, type UpstreamPlayer } from '../testing/upstream-player.js';

// Anyone may name a host and reload a page: whatever the host does, it is not asked again by each view.

interface Fault {
  /** A host for each subject, so that the failures of one do not spare another. */
  readonly host: UpstreamPlayer;
  /** An instance that is well. */
  readonly well: UpstreamPlayer;
}

const reply =
  (status: number, headers: Record<string, string> = {}, body = '{}'): Handler =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

const behaviours: Readonly<Record<string, Handler>> = {
  'wants credentials': reply(401),
  refuses: reply(403),
  'refuses for a while': reply(403, { 'retry-after': '60' }),
  'has nothing': reply(404),
  'has nothing any more': reply(410),
  'has nothing, as a page': reply(404, { 'content-type': 'text/html' }, '<p>'),
  'is no server for this': reply(405),
  'is a teapot': reply(418),
  limits: reply(429),
  'limits for a while': reply(429, { 'retry-after': '60' }),
  fails: reply(500),
  'fails as a proxy': reply(502, { 'content-type': 'text/html' }, '<p>'),
  pauses: reply(503),
  'pauses for a while': reply(503, { 'retry-after': '60' }),
  'sends no content': reply(204),
  'sends a part': reply(206, { 'content-range': 'bytes 0-1/10' }),
  'sends an empty object': reply(200),
  'sends a page': reply(200, { 'content-type': 'text/html' }, '<p>'),
  'sends half of it': reply(200, {}, '{"id":'),
  'sends too much': reply(200, {}, JSON.stringify('a'.repeat(2_000_000))),
  'sends too many values': reply(200, {}, `[${'[],'.repeat(30_000)}0]`),
  'sends an odd encoding': reply(200, { 'content-encoding': 'sdch' }),
  'sends no gzip': reply(200, { 'content-encoding': 'gzip' }),
  'leads inside': reply(302, { location: 'http://169.254.169.254/' }),
  'leads on and on': (request, response) => {
    const next = `${request.url}${request.url?.includes('?') ? '&' : '?'}x`;
    response.writeHead(302, { location: next }).end();
  },
  'leads nowhere': reply(302),
  'closes the connection': (_request, response) => response.destroy(),
  'closes it half-way': (_request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('{');
    setImmediate(() => response.destroy());
  },
  'speaks no HTTP': (request) => void request.socket.end('hello'),
};

const status = (url: string) => `/mastodon/${encodeURIComponent(url)}`;
const embed = (url: string) => `/oembed?url=${encodeURIComponent(url)}`;
const ofStatus = (url: string) =>
  ['', '.amp', '.amp?lang=de', '.amp?lang=fr&theme=dark', '/profile-image', '/images/0']
    .map((view) => status(url) + view)
    .concat(embed(url));
const ofVideo = (path: string, url: string) =>
  ['', '.amp', '.amp?lang=de', '.amp?start=3', '-poster-image', '-poster-image?size=small']
    .map((view) => path + view)
    .concat(embed(url));

let serial = 100;

/** What may be shown of a host that fails: the paths of its views. */
const subjects: Readonly<Record<string, (fault: Fault) => string[]>> = {
  'a status by REST': ({ host }) => ofStatus(`${host.origin}/@a/5`),
  'an object of ActivityPub': ({ host }) =>
    ofStatus(`${host.origin}/users/ada/statuses/01HXYZ3TQ8Z5V7K2M4N6P8R0ST`),
  'a note of Misskey': ({ host }) => ofStatus(`${host.origin}/notes/9abc`),
  'a picture': ({ host, well }) => {
    const avatar = `${host.origin}/a.png`;
    return postsOf(well, (id) => {
      const own = ownStatus(well, 'ada');
      const media = [{ type: 'image', url: `${host.origin}/i.png` }];
      return { ...own, id, account: { ...own.account, avatar }, media_attachments: media };
    }).flatMap((url) => ['/profile-image', '/images/0'].map((image) => status(url) + image));
  },
  'a post that another one quotes': ({ host, well }) =>
    views(well, (id) => {
      const quote = { state: 'accepted', quoted_status: remoteStatus(host, 'bob') };
      return { ...ownStatus(well, 'ada'), id, quote };
    }),
  'a post that another one boosts': ({ host, well }) =>
    views(well, (id) => ({
      ...ownStatus(well, 'ada'),
      id,
      content: '',
      reblog: remoteStatus(host, 'bob'),
    })),
  "a post that is another host's": ({ host, well }) =>
    views(well, (id) => ({ ...remoteStatus(host, 'bob'), id })),
  "the domain of an author's name": ({ host, well }) =>
    views(well, (id) => {
      const own = ownStatus(well, 'ada');
      return { ...own, id, account: { ...own.account, acct: `ada@${host.authority}` } };
    }),
  'a quoted object of ActivityPub': ({ host, well }) => {
    const note = sampleAt(well.origin, 'ap-note');
    publish(well, sampleAt(well.origin, 'ap-actor'));
    publish(well, { ...note, quote: `${host.origin}/notes/1`, quoteUrl: `${host.origin}/notes/1` });
    return ofStatus(String(note['id'])).slice(0, 4);
  },
};

function postsOf(well: UpstreamPlayer, post: (id: string) => object): string[] {
  return [1, 2, 3, 4].map(() => {
    const id = String((serial += 1));
    well.json(restPath.replace('5', id), post(id));
    return `${well.origin}/@ada/${id}`;
  });
}

/** Of several posts, since each of them could ask anew. */
const views = (well: UpstreamPlayer, post: (id: string) => object) =>
  postsOf(well, post).flatMap((url) => [status(url), `${status(url)}.amp`, embed(url)]);

const platforms: Readonly<Record<string, string[]>> = {
  X: ['', '.amp', '.amp?lang=de', '/profile-image', '/images/0', '/link-image']
    .map((view) => `/tweet/20${view}`)
    .concat(embed('https://x.com/a/status/20')),
  BLUESKY: ['', '.amp', '.amp?lang=de', '/profile-image', '/images/0', '/quoted/link-image']
    .map((view) => `/bluesky/ada.example.org/3kaaa${view}`)
    .concat(embed('https://bsky.app/profile/ada.example.org/post/3kaaa')),
  VIMEO: ofVideo('/video/vimeo/99', 'https://vimeo.com/99'),
  YOUTUBE: ofVideo('/video/youtube/abcdefghijk', 'https://youtu.be/abcdefghijk'),
  FACEBOOK: [1, 2, 3, 4].map(
    (width) => `${embed('https://www.facebook.com/share/v/1AbCdEfGhI/')}&maxwidth=${width}00`,
  ),
};

let hosts: Map<string, UpstreamPlayer>;
let well: UpstreamPlayer;

beforeAll(async () => {
  const names = [...Object.keys(subjects), ...Object.keys(platforms)];
  hosts = new Map();
  for (const name of names) hosts.set(name, await startUpstream());
  well = await startUpstream();
});
afterAll(() => Promise.all([...hosts.values(), well].map((host) => host.close())));

async function startServer(environment: Record<string, string> = {}) {
  const base = (name: string) => hosts.get(name)?.origin ?? '';
  const allowed = [...hosts.values(), well].map(({ authority }) => authority);
  return createTestApp(
    {
      OUTBOUND_ALLOW_HOSTS: allowed.join(),
      TWITTER_SYNDICATION_URL: base('X'),
      TWITTER_API_URL: base('X'),
      TWITTER_OEMBED_URL: base('X'),
      TWITTER_BEARER_TOKEN: 'token',
      BLUESKY_API_URL: base('BLUESKY'),
      VIMEO_API_URL: base('VIMEO'),
      YOUTUBE_IMAGE_URL: base('YOUTUBE'),
      YOUTUBE_OEMBED_URL: base('YOUTUBE'),
      FACEBOOK_URL: base('FACEBOOK'),
      FB_WATCH_URL: base('FACEBOOK'),
      // What leads to a host is not lost on a busy machine.
      UPSTREAM_DEADLINE_MS: '20000',
      ...environment,
    },
    well,
    { rateLimitMax: 50_000 },
  );
}

/** How often each host was asked the same at most, where that is more than `most`. */
async function askedTooOften(
  behave: Handler,
  most: number,
  environment?: Record<string, string>,
): Promise<Record<string, number>> {
  const server = await startServer(environment);
  well.reset();
  for (const host of hosts.values()) {
    host.reset();
    host.on('*', behave);
  }
  const paths = { ...platforms } as Record<string, string[]>;
  for (const [name, show] of Object.entries(subjects)) {
    paths[name] = show({ host: hosts.get(name)!, well });
  }
  const view = async (all: readonly string[]) => {
    for (const path of all) {
      const { statusCode } = await server.app.inject(path);
      expect([200, 404, 502, 503, 504]).toContain(statusCode);
    }
  };
  await Promise.all(Object.values(paths).map(view));
  await server.settled();
  await server.stop();
  const counts = [...hosts].map(([name, { calls }]): [string, number] => {
    expect([name, calls.length]).not.toEqual([name, 0]);
    const times = calls.map((call) => calls.filter((other) => other === call).length);
    return [name, Math.max(...times)];
  });
  return Object.fromEntries(counts.filter(([, count]) => count > most));
}

// `PROPERTY_RUNS=1` tries every behaviour; a suite tries every other one.
const isThorough = process.env['PROPERTY_RUNS'] !== undefined;
const tried = Object.entries(behaviours).filter((_, at) => isThorough || at % 2 === 0);

describe('every view of what is on a host asks it once, where the host', () => {
  it.each(tried)('%s', async (name, behave) => {
    // What was lost is tried a second time.
    const most = /closes|speaks/.test(name) ? 2 : 1;
    expect(await askedTooOften(behave, most)).toEqual({});
  });

  it('is silent', async () => {
    const environment = { UPSTREAM_DEADLINE_MS: '1100', REQUEST_DEADLINE_MS: '3500' };
    expect(await askedTooOften(() => undefined, 1, environment)).toEqual({});
  });
});
