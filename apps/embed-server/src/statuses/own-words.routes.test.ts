import { publish, sampleAt } from '../testing/fediverse.js';
import {
  ownStatus,
  restPath,
  startInstances,
  type Instances,
  type Sources,
} from '../testing/instances.js';
import type { UpstreamPlayer } from '../testing/upstream-player.js';

let instances: Instances;
let asked: UpstreamPlayer;
let other: UpstreamPlayer;
const page = (): Promise<Sources> => instances.page();

beforeEach(async () => {
  instances = await startInstances();
  ({ asked, other } = instances);
});
afterEach(() => instances.close());

const asActivity = { 'content-type': 'application/activity+json' };

describe('what the asked host says of itself', () => {
  const bare = () => ownStatus(asked, 'ada');
  const changed = async (change: object, account: object = {}) => {
    asked.json(restPath, { ...bare(), ...change, account: { ...bare().account, ...account } });
    return page();
  };

  it.each([
    ['https://victim.example/@gargron/5'],
    ['https://victim.example:8443/@gargron/5'],
    ['https://AUTHORITY@victim.example/5'],
    ['https://www.AUTHORITY/5'],
    ['not an address'],
  ])('has no link to %s', async (url) => {
    const { canonical, html } = await changed(
      { url: url.replace('AUTHORITY', asked.authority) },
      { url: 'https://victim.example/@gargron' },
    );
    expect(canonical).toBe(`${asked.origin}/users/ada/statuses/5`);
    expect(html).not.toContain('victim.example');
  });

  it.each([
    ['gargron@victim.example', '@gargron'],
    ['gargron@VICTIM.example.', '@gargron'],
    ['@gargron@victim.example', '@ada'],
    ['gargron@victim.example@', null],
    ['a@b@victim.example', '@ada'],
    ['gargron＠victim.example', '@ada'],
    ['gargron@victim.example/x', null],
    ['gargron@victim.example ', null],
    ['\u202eelpmaxe.mitciv@norgrag', '@ada'],
    ['gargron\u0000', '@ada'],
    ['', '@ada'],
  ])('names nobody else: acct %j becomes %s', async (acct, handle) => {
    const { handles, html, status } = await changed({}, { acct });
    // A name at no host is no name of the fediverse, and the reply none of its kind.
    expect(handle === null ? 502 : 200).toBe(status);
    if (handle !== null) expect(handles[0]?.startsWith(handle)).toBe(true);
    expect(html.toLowerCase()).not.toContain('victim.example');
  });

  it.each([
    ['no account', { account: null }],
    ['an account that is a list', { account: [] }],
    ['addresses that are none', { uri: 'x:', url: 'http://', account: { acct: 'a', url: '//' } }],
    [
      'a reply to a name elsewhere',
      {
        in_reply_to_id: '1',
        in_reply_to_account_id: '9',
        mentions: [
          { id: '9', acct: 'gargron@victim.example', url: 'https://evil.example/@gargron' },
        ],
      },
    ],
  ])('may hold %s', async (_name, change) => {
    asked.json(restPath, { ...bare(), ...change });
    const { status, html } = await page();
    expect(status).toBe(200);
    expect(html).not.toContain('victim.example');
    expect((await instances.server.app.inject(instances.path())).statusCode).toBe(200);
    expect(await instances.oembed()).toMatchObject({ provider_name: asked.authority });
  });

  it('has no name in place of a missing one that is another host', async () => {
    const name = 'gargron@victim.example';
    for (const account of [
      { display_name: name, username: name },
      { display_name: '', username: name },
      { display_name: name, acct: name },
    ]) {
      const { html, status } = await changed({}, { acct: 'ada', ...account });
      expect(status).toBe(200);
      expect(html).not.toContain('victim.example');
      instances.server.wait(1000);
    }
  });

  it('names the host of a card by its link alone', async () => {
    const { html } = await changed({
      card: {
        url: 'https://a.example/x',
        title: 'T',
        provider_name: 'bank.example',
        author_name: 'B',
      },
    });
    expect(html).toContain('a.example');
    expect(html).not.toContain('bank.example');
  });

  it('200: boosts nested without end', async () => {
    const open = '{"id":"5","reblog":'.repeat(20);
    asked.json(restPath, `${open}null${'}'.repeat(20)}`);
    expect((await page()).status).toBe(200);
  });

  it('is asked again by ActivityPub when its API sends elsewhere', async () => {
    asked.on(restPath, (_request, response) => {
      response.writeHead(302, { location: `${other.origin}${restPath}` }).end();
    });
    other.json(restPath, ownStatus(asked, 'eve'));
    const note = { ...sampleAt(asked.origin, 'ap-note'), id: `${asked.origin}/@a/5` };
    asked.json('/@a/5', note, 200, asActivity);
    publish(asked, sampleAt(asked.origin, 'ap-actor'));
    expect((await page()).text).toContain('مرحبا');
    expect(other.calls).toEqual([]);
  });

  it('may move within the host', async () => {
    asked.on(restPath, (_request, response) =>
      response.writeHead(301, { location: '/moved' }).end(),
    );
    asked.json('/moved', bare());
    expect((await page()).handles).toEqual([`@ada@${asked.authority}`]);
  });
});

describe('the address of a status', () => {
  it('is one, whatever was added to it, and so is its page', async () => {
    asked.json(restPath, ownStatus(asked, 'a'));
    const first = await instances.server.app.inject(instances.path('.amp'));
    for (const more of ['?utm=1', '#x', '/', '/embed', '/?p=5', '?a=%2F..%2F#b?c']) {
      const url = encodeURIComponent(`${asked.origin}/@a/5${more}`);
      const reply = await instances.server.app.inject(`/mastodon/${url}.amp`);
      expect([more, reply.headers['etag']]).toEqual([more, first.headers['etag']]);
    }
    const encoded = encodeURIComponent(`${asked.origin}/%40a/5`);
    const reply = await instances.server.app.inject(`/mastodon/${encoded}.amp`);
    expect(reply.headers['etag']).toBe(first.headers['etag']);
    expect(asked.calls).toEqual([restPath]);
    expect(first.body).not.toContain('utm');
  });
});
