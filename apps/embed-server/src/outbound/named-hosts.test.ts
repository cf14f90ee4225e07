import { jest } from '@jest/globals';
import { publish, sampleAt, type Sample } from '../testing/fediverse.js';
import { ownStatus, remoteStatus, restPath } from '../testing/instances.js';
import { movableClock } from '../testing/movable-clock.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { startUpstream, type UpstreamPlayer } from '../testing/upstream-player.js';
import { hostOf } from './interceptor.http.js';

// Anyone may run an instance whose posts name a third host: each post could make this server call it.

let server: TestApp;
let stranger: UpstreamPlayer;
let victim: UpstreamPlayer;
let wait: (seconds: number) => void;

beforeEach(async () => {
  [stranger, victim] = [await startUpstream(), await startUpstream()];
  const allowed = [stranger, victim].map(({ authority }) => authority);
  server = await createTestApp({ OUTBOUND_ALLOW_HOSTS: allowed.join() }, stranger);
  wait = movableClock();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await server.close();
  await victim.close();
});

const posts = 50;
const most = 30;
const page = (url: string) => server.app.inject(`/mastodon/${encodeURIComponent(url)}.amp`);

/** A status of the victim under an address of its own. */
const named = (id: number, rest = `users/bob/statuses/${id}`) => ({
  ...remoteStatus(victim, 'bob'),
  uri: `${victim.origin}/${rest}`,
});

/** What the stranger says by REST of its post. */
const byRest = (status: (id: number) => object) => (id: number) => {
  const own = ownStatus(stranger, 'ada');
  stranger.json(restPath.replace('5', String(id)), { ...own, id: String(id), ...status(id) });
  return `${stranger.origin}/@ada/${id}`;
};

/** What it publishes as an object of ActivityPub. */
const byActivityPub = (change: (note: Sample, id: number) => Sample) => (id: number) => {
  const note = { ...sampleAt(stranger.origin, 'ap-note'), id: `${stranger.origin}/objects/${id}` };
  publish(stranger, sampleAt(stranger.origin, 'ap-actor'));
  publish(stranger, { ...note, ...change(note, id) });
  return note.id;
};

const ways: Readonly<Record<string, (id: number) => string>> = {
  'quotes it': byRest((id) => ({ quote: { state: 'accepted', quoted_status: named(id) } })),
  'quotes a note': byRest((id) => ({
    quote: { state: 'accepted', quoted_status: named(id, `notes/9abc${id}`) },
  })),
  'boosts it, and it quotes': byRest((id) => ({
    content: '',
    reblog: { ...named(id), quote: { state: 'accepted', quoted_status: named(id + 1000) } },
  })),
  'is said to be of it': byRest((id) => named(id)),
  'has an author with a name there': byRest((id) => {
    const { account } = ownStatus(stranger, 'ada');
    return { account: { ...account, acct: `ada${id}@${victim.authority}` } };
  }),
  'quotes it by ActivityPub': byActivityPub((_note, id) => ({
    quote: `${victim.origin}/objects/${id}`,
  })),
  'boosts it by ActivityPub': byActivityPub((_note, id) => ({
    type: 'Announce',
    actor: sampleAt(stranger.origin, 'ap-actor')['id'],
    object: `${victim.origin}/objects/${id}`,
  })),
  'created what lies there': byActivityPub((_note, id) => ({
    type: 'Create',
    object: `${victim.origin}/objects/${id}`,
  })),
  'leads there': (id) => {
    const path = `/objects/${id}`;
    stranger.on(path, (_request, response) => {
      response.writeHead(302, { location: victim.origin + path }).end();
    });
    return stranger.origin + path;
  },
};

/** The reply that makes for the most calls: each is followed by three more. */
const leadOn = () =>
  victim.on('*', (request, response) => {
    response.writeHead(302, { location: `${request.url}x` }).end();
  });
/** A host that has nothing to do with posts: each API of an instance is tried. */
const haveNothing = () => victim.json('*', '<p>', 404, { 'content-type': 'text/html' });

it.each(Object.keys(ways))(
  `a host is called ${most} times at most for ${posts} posts of another one, each of which %s`,
  async (way) => {
    leadOn();
    for (let id = 1; id <= posts; id += 1) await page(ways[way]?.(id) ?? '');
    expect(victim.calls).toHaveLength(most);
  },
);

describe('a host that was named too often', () => {
  const quote = byRest((id) => ({ quote: { state: 'accepted', quoted_status: named(id) } }));

  beforeEach(async () => {
    haveNothing();
    for (let id = 1; id <= posts; id += 1) await page(quote(id));
    expect(victim.calls).toHaveLength(most);
  });

  it('is called for the visitor who names it', async () => {
    victim.json(restPath, ownStatus(victim, 'bob'));
    expect((await page(`${victim.origin}/@bob/5`)).body).toContain(`View on ${victim.authority}`);
  });

  it('is not named by what its posts are said to be, until a minute has passed', async () => {
    victim.json(restPath.replace('5', '99'), { ...ownStatus(victim, 'bob'), uri: named(99).uri });
    const held = (await page(quote(99))).body;
    expect(held).toContain('words of bob');
    expect(held).not.toContain(`View on ${victim.authority}`);
    wait(61);
    server.wait(301);
    // What was incomplete for it was kept for seconds alone.
    expect((await page(quote(99))).body).toContain(`View on ${victim.authority}`);
  });
});

it('the dot that may end a name makes no other host', () => {
  expect(hostOf('https://a.example.:8443/b')).toBe('a.example:8443');
  expect(hostOf('https://a.example./b.')).toBe('a.example');
});
