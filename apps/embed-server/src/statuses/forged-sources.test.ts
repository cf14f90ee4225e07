import { propertySize } from '@triptych/testing/property-size';
import { jest } from '@jest/globals';
import { load } from 'cheerio';
import fc from 'fast-check';
import { movableClock } from '../testing/movable-clock.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { startUpstream, type UpstreamPlayer } from '../testing/upstream-player.js';

// Hosts that say whatever they like of each other: no page and no oEmbed reply may name one of them as the source of words
// that this one did not say itself. Each post has words of its own, by which it is known who said it.

let hosts: readonly UpstreamPlayer[];
let server: TestApp;
let wait: (seconds: number) => void;
beforeAll(async () => {
  hosts = await Promise.all([0, 1, 2, 3].map(() => startUpstream()));
  const OUTBOUND_ALLOW_HOSTS = hosts.map(({ authority }) => authority).join();
  server = await createTestApp({ OUTBOUND_ALLOW_HOSTS, RATE_LIMIT_MAX: '0' }, hosts[0]);
  wait = movableClock();
});
afterAll(async () => {
  jest.restoreAllMocks();
  await server.close();
  await Promise.all(hosts.slice(1).map((host) => host.close()));
});

/** A post as a host attests it; numbers are hosts, of which the last is nobody's. */
interface Claim {
  readonly uri: number | null;
  readonly url: number | null;
  readonly name: number | null;
  readonly actor: number | null;
  readonly profile: number | null;
  readonly reblog?: Claim | undefined;
  readonly quote?: Claim | undefined;
}

type Manner = 'own' | 'ap' | 'liar' | 'refuses' | 'gone' | 'page' | 'elsewhere' | 'broken';

interface World {
  readonly root: Claim;
  readonly lie: Claim;
  readonly manners: readonly Manner[];
  /** At which host each host's WebFinger says that everybody is. */
  readonly actors: readonly (number | null)[];
}

const nobody = '127.0.0.1:9';
const host = fc.option(fc.nat({ max: 4 }), { freq: 5 });
/** As servers are, but for the name; with all of another's account; or as none is. */
const post: fc.Arbitrary<Claim> = fc.oneof(
  fc
    .record({ home: fc.nat({ max: 4 }), name: host })
    .map(({ home, name }) => ({ uri: home, url: home, name, actor: home, profile: home })),
  fc.record({ home: fc.nat({ max: 4 }), copied: fc.nat({ max: 4 }) }).map(({ home, copied }) => ({
    uri: home,
    url: home,
    name: copied,
    actor: copied,
    profile: copied,
  })),
  fc.record({ uri: host, url: host, name: host, actor: host, profile: host }),
);
const quoting = fc
  .tuple(post, fc.option(post, { nil: undefined }))
  .map(([outer, quote]): Claim => ({ ...outer, quote }));
const claim = fc
  .tuple(quoting, fc.option(quoting, { nil: undefined }))
  .map(([outer, reblog]): Claim => ({ ...outer, reblog }));
const manner = fc.constantFrom<Manner>(
  ...([
    'own',
    'own',
    'own',
    'ap',
    'ap',
    'liar',
    'refuses',
    'gone',
    'page',
    'elsewhere',
    'broken',
  ] as const),
);
const world: fc.Arbitrary<World> = fc.record({
  root: claim,
  lie: claim,
  manners: fc.tuple(manner, manner, manner, manner),
  actors: fc.tuple(...[0, 1, 2, 3].map((own) => fc.oneof(host, fc.constant(own)))),
});

/** What was really said: by whom, in which words, and whether of itself. */
interface Saying {
  readonly by: string;
  readonly words: string;
  readonly isOwn: boolean;
}

let serial = 0;

/** One world: what each host says when it is asked, and a record of all that was said. */
function createWorld({ root, lie, manners, actors }: World) {
  const said: Saying[] = [];
  const names: { readonly domain: string; readonly at: string }[] = [];
  const authority = (index: number) => hosts[index]?.authority ?? nobody;
  const at = (index: number | null, path: string) =>
    index === null ? undefined : `http://${authority(index)}${path}`;

  function attest(by: number, given: Claim, id = String((serial += 1))): object {
    const words = `words${(serial += 1)}end`;
    const identity = given.uri ?? given.url;
    said.push({ by: authority(by), words, isOwn: identity === null || identity === by });
    return {
      id,
      uri: at(given.uri, `/users/ann/statuses/${id}`),
      url: at(given.url, `/@ann/${id}`),
      content: words,
      account: {
        acct: given.name === null ? 'ann' : `ann@${authority(given.name)}`,
        display_name: 'Ann',
        uri: at(given.actor, '/users/ann'),
        url: at(given.profile, '/@ann'),
      },
      reblog: given.reblog && attest(by, given.reblog),
      quote: given.quote && { state: 'accepted', quoted_status: attest(by, given.quote) },
    };
  }

  function note(by: number, id: string): object {
    const words = `words${(serial += 1)}end`;
    said.push({ by: authority(by), words, isOwn: true });
    const origin = `http://${authority(by)}`;
    const [attributedTo, to] = [`${origin}/users/ann`, 'as:Public'];
    return {
      id: `${origin}/users/ann/statuses/${id}`,
      type: 'Note',
      content: words,
      attributedTo,
      to,
    };
  }

  const own = (index: number) => {
    const [uri, url, name, actor, profile] = [index, index, null, index, index];
    return { uri, url, name, actor, profile };
  };

  hosts.forEach((player, index) => {
    const kind = manners[index] ?? 'broken';
    player.reset();
    player.on('*', (request, response, url) => {
      const json = (body: object, status = 200, type = 'application/json') =>
        response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
      const activity = (body: object) => json(body, 200, 'application/activity+json');
      const rest = /^\/api\/v1\/statuses\/(\d+)$/.exec(url.pathname)?.[1];
      const page = /^\/users\/ann\/statuses\/(\d+)$/.exec(url.pathname)?.[1];
      const named = actors[index];
      if (url.pathname === '/.well-known/webfinger') {
        if (named == null) return json({}, 404);
        names.push({ domain: player.authority, at: authority(named) });
        const self = {
          rel: 'self',
          type: 'application/activity+json',
          href: at(named, '/users/ann'),
        };
        return json({ links: [self] });
      }
      if (rest !== undefined && rest === asked && index === 0) return json(attest(0, root, rest));
      if (kind === 'gone') return json({}, 404);
      if (kind === 'broken') return json({}, 500);
      if (kind === 'page') return json({}, 200, 'text/html');
      if (kind === 'elsewhere') {
        const location = `${hosts[(index + 1) % hosts.length]?.origin}${request.url}`;
        return response.writeHead(302, { location }).end();
      }
      if (kind === 'own' && rest !== undefined) return json(attest(index, own(index), rest));
      if (kind === 'liar' && rest !== undefined) return json(attest(index, lie, rest));
      if (kind === 'ap' && page !== undefined) return activity(note(index, page));
      if (kind === 'ap' && url.pathname === '/users/ann')
        return activity({
          id: `${player.origin}/users/ann`,
          type: 'Person',
          preferredUsername: 'ann',
        });
      return json({}, 401);
    });
  });
  const asked = String((serial += 1));
  return { said, names, address: `${hosts[0]?.origin}/@ann/${asked}` };
}

interface Shown {
  readonly place: string;
  readonly handle: string;
  readonly hrefs: readonly (string | undefined)[];
  readonly words: string;
  readonly isUnconfirmed: boolean;
}

function shownIn(html: string): Shown[] {
  const $ = load(html);
  return $('article')
    .toArray()
    .map((article) => {
      const one = $(article).clone();
      one.find('article').remove();
      const source = one.find('footer .source');
      return {
        place: source.text().replace('View on ', ''),
        handle: one.find('header .soft').text(),
        hrefs: [source, one.find('header a'), one.children('.soft').find('a')].flatMap((found) =>
          found.toArray().map((link) => link.attribs['href']),
        ),
        words: one.find('.text').text(),
        isUnconfirmed: one.children('.soft').find('a').text().startsWith('According to'),
      };
    });
}

/** Everything outside of the posts' words that may name a host, but for the paths of this server. */
function namesIn(html: string, oembed: Record<string, unknown>): string {
  const $ = load(html);
  $('article article, img, link[rel=alternate], script, style').remove();
  const links = $('a, link')
    .toArray()
    .map((link) => link.attribs['href']);
  return JSON.stringify([
    $('html').text(),
    $('article').attr('aria-label'),
    links,
    { ...oembed, html: '' },
  ]);
}

const threeDays = 3 * 86_400;
const seen = { pages: 0, attested: 0, fromOrigin: 0, names: 0 };

async function check(given: World): Promise<void> {
  // Nothing that another world said is remembered, nor how often its hosts named each other.
  server.wait(threeDays);
  wait(threeDays);
  const { said, names, address } = createWorld(given);
  const status = encodeURIComponent(address);
  const reply = await server.app.inject(`/mastodon/${status}.amp`);
  const oembed = await server.app.inject(`/oembed?url=${status}`);
  expect([200, 404, 502, 503]).toContain(reply.statusCode);
  if (reply.statusCode !== 200) return;
  seen.pages += 1;
  const confirmed = new Set<string>();
  for (const { place, handle, hrefs, words, isUnconfirmed } of shownIn(reply.body)) {
    const sayings = said.filter((saying) => saying.by === place && saying.words === words);
    expect(sayings).not.toEqual([]);
    if (!isUnconfirmed) expect(sayings.some((saying) => saying.isOwn)).toBe(true);
    const domain = handle.split('@')[2] ?? null;
    if (isUnconfirmed) expect(domain).toBeNull();
    if (domain !== null && domain !== place) expect(names).toContainEqual({ domain, at: place });
    for (const href of hrefs) expect(new URL(href ?? '').host).toBe(place);
    confirmed.add(place).add(domain ?? place);
    seen.attested += isUnconfirmed ? 1 : 0;
    seen.fromOrigin += !isUnconfirmed && place !== hosts[0]?.authority ? 1 : 0;
    seen.names += domain !== null && domain !== place ? 1 : 0;
  }
  const boost = /According to (\S+): Ann boosted/.exec(load(reply.body)('article').text())?.[1];
  if (boost !== undefined && said.some(({ by }) => by === boost)) confirmed.add(boost);
  const others = [...hosts.map(({ authority }) => authority), nobody].filter(
    (one) => !confirmed.has(one),
  );
  const named = namesIn(reply.body, oembed.json());
  for (const other of others) expect(named).not.toContain(other);
}

describe('hosts that say anything of each other', () => {
  it('are named for their own words alone', async () => {
    await fc.assert(fc.asyncProperty(world, check), propertySize(150));
    // It is no proof of anything if nothing was shown.
    expect(seen.pages).toBeGreaterThan(100);
    expect(Math.min(seen.attested, seen.fromOrigin)).toBeGreaterThan(10);
    expect(seen.names).toBeGreaterThan(0);
  });
});
