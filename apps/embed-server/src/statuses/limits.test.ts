import { withinLimit } from '../outbound/content-limits.js';
import { recording, recordingNames } from '../testing/recordings.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { sampleAt, type Sample } from '../testing/fediverse.js';
import { activityPubObject } from './activitypub-limits.js';
import { mastodonStatus } from './mastodon-limits.js';
import { misskeyNote } from './misskey-limits.js';

const tables = {
  ap: activityPubObject,
  misskey: misskeyNote,
  masto: mastodonStatus,
  akkoma: mastodonStatus,
};

it.each(Object.keys(tables))('every recording of %s is within its limits', (family) => {
  const names = recordingNames(family);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    const value = recording(name);
    expect([name, withinLimit(value, tables[family as keyof typeof tables]) === value]).toEqual([
      name,
      true,
    ]);
  }
});

interface Cut extends Sample {
  content: string;
  emojis: unknown[];
}

describe('a hostile status', () => {
  let server: TestApp;
  let status: Sample;
  beforeEach(async () => {
    server = await createTestApp();
    status = server.upstream.fixture('masto-emoji') as Sample;
  });
  afterEach(() => server.close());

  const get = (rest = '', path = '/@a/1') =>
    server.app.inject(`/mastodon/${encodeURIComponent(server.upstream.origin + path)}${rest}`);
  const play = (body: unknown) => server.upstream.json('/api/v1/statuses/1', body);
  const deep = (depth: number, part: string, inner = '{}') =>
    `${`{"id":"1","visibility":"public","${part}":`.repeat(depth)}${inner}${'}'.repeat(depth)}`;

  it.each([
    ['lists nested 8000 deep', `{"id":"1","x":${'['.repeat(8000)}${']'.repeat(8000)}}`],
    ['boosts nested 5000 deep', deep(5000, 'reblog')],
    ['quotes in quotes', deep(5000, 'quote')],
    ['half a million values', `{"id":"1","x":[${'0,'.repeat(500_000)}0]}`],
    ['an account at no host', { id: '1', account: { acct: "ada@a.example;script-src'self'" } }],
  ])('502: %s', async (_what, body) => {
    play(body);
    for (const rest of ['', '.amp', '/profile-image']) {
      const reply = await get(rest);
      expect([rest, reply.statusCode, reply.json().code]).toEqual([
        rest,
        502,
        'upstream_malformed',
      ]);
    }
  });

  it('502: a note of an author at no host', async () => {
    const note = sampleAt(server.upstream.origin, 'misskey-note');
    const user = { ...(note['user'] as object), host: 'evil.example/?' };
    server.upstream.json('/api/notes/show', { ...note, user });
    expect((await get('', '/notes/9xmjn8abcd')).json().code).toBe('upstream_malformed');
  });

  it('is cut as JSON where it is too long, and left as it is elsewhere', async () => {
    play({
      ...status,
      content: `<p>${'word '.repeat(50_000)}</p>`,
      emojis: Array.from({ length: 2000 }, (_, at) => ({ shortcode: `e${at}` })),
      uri: `https://a.example/${'a'.repeat(5000)}`,
      spoiler_text: 'a\ud800b',
    });
    const { content, emojis, uri, spoiler_text, ...rest } = (await get()).json<Cut>();
    expect([content.length, content.at(-1)]).toEqual([200_000, '…']);
    expect([emojis.length, uri, spoiler_text]).toEqual([300, null, 'a\ufffdb']);
    expect(status).toMatchObject(rest);
  });

  it.each([
    [
      'a type from Object.prototype',
      { media_attachments: [{ type: 'constructor', url: 'https://a.example/a.png' }] },
    ],
    [
      'a field named __proto__',
      JSON.parse('{"__proto__": {"sensitive": true}, "poll": {"__proto__": null}}'),
    ],
    [
      'numbers without end',
      { replies_count: '1e400', poll: { options: [{ title: 'a', votes_count: 1e300 }] } },
    ],
    [
      'a size without end',
      { card: { url: 'https://a.example', title: 'a', width: 'Infinity', height: '1e400' } },
    ],
    ['dates out of range', { created_at: '+275760-09-13T00:00:00Z', edited_at: '-271821-04-20' }],
    ['lone surrogates', { language: '\ud800', account: { acct: '\udfff', username: '\ud800' } }],
  ])('200 and a page: %s', async (_what, change) => {
    play({ ...status, ...(change as object) });
    for (const rest of ['', '.amp'])
      expect([rest, (await get(rest)).statusCode]).toEqual([rest, 200]);
    const page = await get('.amp');
    expect(page.body).not.toMatch(/Infinity|NaN|275760|\[object/);
  });
});
