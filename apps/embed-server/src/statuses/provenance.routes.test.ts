import { load } from 'cheerio';
import { publish, sampleAt } from '../testing/fediverse.js';
import {
  ownStatus,
  remoteStatus,
  restPath,
  startInstances,
  type Instances,
  type Sources,
} from '../testing/instances.js';
import type { UpstreamPlayer } from '../testing/upstream-player.js';

let instances: Instances;
let asked: UpstreamPlayer;
let other: UpstreamPlayer;
let third: UpstreamPlayer;
const page = (): Promise<Sources> => instances.page();

beforeEach(async () => {
  instances = await startInstances();
  ({ asked, other, third } = instances);
});
afterEach(() => instances.close());

const asJrd = { 'content-type': 'application/jrd+json; charset=utf-8' };

describe('a post that another host attests', () => {
  it("is shown in its origin's words, whatever was attested of it", async () => {
    asked.json(restPath, { ...remoteStatus(other, 'ada'), content: '<p>forged</p>' });
    other.json(restPath, ownStatus(other, 'ada'));
    const { text, title, canonical, handles, links } = await page();
    expect(text).toContain('words of ada');
    expect(text).not.toContain('forged');
    expect(title).toContain(`ada (@ada@${other.authority}): words`);
    expect(canonical).toBe(`${other.origin}/@ada/5`);
    expect([handles, links]).toEqual([[`@ada@${other.authority}`], [`View on ${other.authority}`]]);
    expect(await instances.oembed()).toMatchObject({
      title: `Post by ada on ${other.authority}`,
      provider_name: other.authority,
      provider_url: other.origin,
      author_url: `${other.origin}/@ada`,
    });
    expect(other.calls).toEqual([restPath]);
  });

  it("is the asked host's own JSON all the same", async () => {
    const attested = { ...remoteStatus(other, 'ada'), content: '<p>as attested</p>' };
    asked.json(restPath, attested);
    other.json(restPath, ownStatus(other, 'ada'));
    expect((await instances.server.app.inject(instances.path())).json()).toEqual(attested);
  });

  it('is asked for by ActivityPub where REST is closed, with the name at its own domain', async () => {
    const note = sampleAt(other.origin, 'ap-note');
    asked.json(restPath, { ...remoteStatus(other, 'ada'), uri: note['id'] });
    publish(other, note);
    publish(other, sampleAt(other.origin, 'ap-actor'));
    const { text, handles } = await page();
    expect(text).toContain('مرحبا');
    expect(handles).toEqual([`@ada@${other.authority}`]);
  });

  it('is asked for the same way when a server of Misskey attests it', async () => {
    const note = sampleAt(asked.origin, 'misskey-note');
    const [uri, url] = [`${other.origin}/users/ada/statuses/5`, `${other.origin}/@ada/5`];
    const user = { ...(note['user'] as object), host: other.authority };
    asked.json('/api/notes/show', { ...note, uri, url, user });
    other.json(restPath, ownStatus(other, 'ada'));
    const address = encodeURIComponent(`${asked.origin}/notes/9xmjn8abcd`);
    const read = () => instances.server.app.inject(`/mastodon/${address}.amp`);
    expect((await read()).body).toContain(`View on ${other.authority}`);
    other.json('*', {}, 401);
    other.json(restPath, {}, 401);
    instances.server.wait(100_000);
    const attested = (await read()).body;
    expect(attested).toContain(`According to ${asked.authority}`);
    expect(load(attested)('header, footer').html()).not.toContain(other.authority);
  });

  const silences: Record<string, () => void> = {
    'wants signatures': () => other.json('*', {}, 401),
    'is broken': () => other.json('*', {}, 500),
    'does not answer': () => other.on('*', () => undefined),
    'answers pages': () => other.json('*', '<p>', 200, { 'content-type': 'text/html' }),
    'tells of another post': () => other.json(restPath, ownStatus(other, 'eve')),
    'tells of yet another host': () => other.json(restPath, remoteStatus(third, 'ada')),
    'sends elsewhere': () =>
      other.on('*', (request, response) => {
        response.writeHead(302, { location: `${third.origin}${request.url}` }).end();
      }),
  };

  it.each(Object.keys(silences))(
    'is the word of the asked host when its origin %s',
    async (what) => {
      asked.json(restPath, remoteStatus(other, 'ada'));
      third.json(restPath, remoteStatus(other, 'ada'));
      silences[what]?.();
      const { text, title, canonical, handles, links, html } = await page();
      expect(text).toContain(`According to ${asked.authority}`);
      expect(title).toMatch(new RegExp(`^According to ${asked.authority}: ada \\(@ada\\): words`));
      expect([handles, links]).toEqual([['@ada'], [`View on ${asked.authority}`]]);
      expect(canonical).toBe(`${asked.origin}/@a/5`);
      expect(html).not.toContain(other.authority);
      const { author_name, author_url, provider_url, title: name } = await instances.oembed();
      expect({ author_name, author_url, provider_url, name }).toEqual({
        author_name: 'ada',
        author_url: undefined,
        provider_url: asked.origin,
        name: `According to ${asked.authority}: ada`,
      });
    },
  );

  it.each([
    ['is not there', { error: 'Record not found' }, 404],
    ['is for followers', { id: '5', visibility: 'private' }, 200],
  ])('404: its origin says that it %s', async (_name, body, status) => {
    asked.json(restPath, remoteStatus(other, 'ada'));
    other.json(restPath, status === 404 ? body : { ...ownStatus(other, 'ada'), ...body }, status);
    expect((await page()).status).toBe(404);
  });

  it('stays in the words of its origin while that one fails', async () => {
    asked.json(restPath, remoteStatus(other, 'ada'));
    other.json(restPath, ownStatus(other, 'ada'));
    await page();
    other.json('*', {}, 500);
    other.json(restPath, {}, 500);
    instances.server.wait(1000);
    expect((await page()).links).toEqual([`View on ${other.authority}`]);
  });

  it.each([['boosts', 'reblog'] as const, ['quotes', 'quote'] as const])(
    'and that another post %s',
    async (_name, part) => {
      const outer = ownStatus(asked, 'lena');
      asked.json(restPath, {
        ...outer,
        [part]: { ...remoteStatus(other, 'ada'), content: 'forged' },
      });
      other.json(restPath, ownStatus(other, 'ada'));
      const shown = await page();
      expect(shown.text).toContain('words of ada');
      expect(shown.links.at(-1)).toBe(`View on ${other.authority}`);
      other.json(restPath, {}, 500);
      other.json('*', {}, 500);
      asked.json(restPath, {
        ...outer,
        [part]: { ...remoteStatus(third, 'ada'), content: 'forged' },
      });
      third.json('*', {}, 401);
      instances.server.wait(100_000);
      const attested = await page();
      expect(attested.links.at(-1)).toBe(`View on ${asked.authority}`);
      expect(attested.handles.at(-1)).toBe('@ada');
      expect(attested.html).not.toContain(third.authority);
    },
  );
});

describe('a name at another domain than that of its server', () => {
  const finger = '/.well-known/webfinger';
  const status = () => {
    const own = ownStatus(asked, 'ada');
    const uri = `${asked.origin}/users/ada`;
    return { ...own, account: { ...own.account, uri, acct: `ada@${other.authority}` } };
  };
  const jrd = () => ({
    subject: `acct:ada@${other.authority}`,
    links: [
      { rel: 'self', type: 'application/activity+json', href: `${asked.origin}/users/ada` },
      { rel: 'http://webfinger.net/rel/profile-page', href: `${asked.origin}/@ada` },
    ],
  });

  it('is shown when the domain says so, which is asked once', async () => {
    asked.json(restPath, status());
    other.json(finger, jrd(), 200, asJrd);
    expect((await page()).handles).toEqual([`@ada@${other.authority}`]);
    expect((await page()).links).toEqual([`View on ${asked.authority}`]);
    instances.server.wait(1000);
    await page();
    const resource = encodeURIComponent(`acct:ada@${other.authority}`);
    expect(other.calls).toEqual([`${finger}?resource=${resource}`]);
  });

  it('may be answered by the server itself, to which the domain redirects', async () => {
    asked.json(restPath, status());
    other.on(finger, (request, response) => {
      response.writeHead(301, { location: `${asked.origin}${request.url}` }).end();
    });
    asked.json(finger, jrd(), 200, asJrd);
    expect((await page()).handles).toEqual([`@ada@${other.authority}`]);
  });

  const lies: Record<string, () => void> = {
    'knows no such name': () => other.json(finger, {}, 404),
    'names an actor elsewhere': () => {
      const links = [
        { rel: 'self', type: 'application/activity+json', href: `${other.origin}/ada` },
      ];
      other.json(finger, { ...jrd(), links }, 200, asJrd);
    },
    'speaks of another name': () =>
      other.json(finger, { ...jrd(), subject: `acct:eve@${other.authority}` }, 200, asJrd),
    'gives a page': () => other.json(finger, jrd(), 200, { 'content-type': 'text/html' }),
    'gives an upload': () => other.json(finger, jrd(), 200, { 'content-type': 'text/json' }),
    'gives nonsense': () => other.json(finger, '[[[', 200, asJrd),
    'does not answer': () => other.on(finger, () => undefined),
    'is too long': () =>
      other.json(finger, { ...jrd(), aliases: ['x'.repeat(70_000)] }, 200, asJrd),
  };
  it.each(Object.keys(lies))('is not shown when the domain %s', async (what) => {
    asked.json(restPath, status());
    lies[what]?.();
    const { handles, html } = await page();
    expect(handles).toEqual(['@ada']);
    expect(html).not.toContain(other.authority);
    expect(html).toContain(`According to ${asked.authority}`);
  });

  it('is not that of another actor whose address was copied', async () => {
    const { account } = status();
    asked.json(restPath, {
      ...status(),
      account: { ...account, uri: `${other.origin}/users/ada` },
    });
    const self = { rel: 'self', type: 'application/activity+json' };
    const links = [{ ...self, href: `${other.origin}/users/ada` }];
    other.json(finger, { ...jrd(), links }, 200, asJrd);
    expect((await page()).handles).toEqual(['@ada']);
  });

  it('is known of people of other servers, too', async () => {
    const attested = remoteStatus(other, 'ada');
    asked.json(restPath, {
      ...attested,
      account: { ...attested.account, acct: `ada@${third.authority}` },
    });
    const own = ownStatus(other, 'ada');
    const uri = `${other.origin}/users/ada`;
    other.json(restPath, { ...own, account: { ...own.account, uri } });
    const links = [{ rel: 'self', type: 'application/activity+json', href: uri }];
    third.json(finger, { links }, 200, asJrd);
    expect((await page()).handles).toEqual([`@ada@${third.authority}`]);
  });
});
