import fc from 'fast-check';
import { faults } from '../pages/testing/reading.js';
import { startEmbedServer, type TestEmbedServer } from '../testing/embed-server.js';
import { sampleAt } from '../testing/fediverse.js';
import { startUpstream, type UpstreamPlayer } from '../testing/upstream-player.js';

const hostile: unknown[] = [
  null,
  [],
  {},
  0,
  -1,
  1e308,
  true,
  '',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'https://evil.example/"><script>alert(1)</script>',
  '\u0000\u202e\ud800 lone',
  '[x](https://evil.example/"onclick=alert(1)) #<b> @a@b.example',
  '9'.repeat(40),
  ['as:Public', null],
  { type: 'Link', href: 'javascript:alert(1)' },
  [[[]]],
  { __proto__: null, toString: 1 },
];
const leaf = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary' }), fc.jsonValue());

/** The same answer with some parts, leaves or not, replaced by anything that JSON can hold. */
function mutated(value: unknown, kept: readonly string[] = []): fc.Arbitrary<unknown> {
  const same = Array.isArray(value)
    ? fc.tuple(...value.map((item) => mutated(item)))
    : typeof value === 'object' && value !== null
      ? fc.record(
          Object.fromEntries(
            Object.entries(value).map(([name, part]) => [
              name,
              kept.includes(name) ? fc.constant(part) : mutated(part),
            ]),
          ),
        )
      : fc.constant(value);
  return kept.length > 0
    ? same
    : fc.oneof({ weight: 12, arbitrary: same }, { weight: 1, arbitrary: leaf });
}

let server: TestEmbedServer;
let upstream: UpstreamPlayer;
beforeAll(async () => {
  upstream = await startUpstream();
  server = await startEmbedServer({}, upstream);
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});

// Each turn has an address of its own: a kept copy would stand in for what fails.
let turn = 0;

async function check(path: string, pagesSeen: { count: number }) {
  const url = `${upstream.origin}${path}`;
  for (const rest of ['', '.amp', '/images/0', '/emojis/gear']) {
    const answer = await server.app.inject(`/mastodon/${encodeURIComponent(url)}${rest}`);
    expect([200, 404, 502]).toContain(answer.statusCode);
    if (rest !== '.amp' || answer.statusCode !== 200) continue;
    pagesSeen.count += 1;
    const contentSecurityPolicy = String(answer.headers['content-security-policy']);
    expect(faults({ html: answer.body, contentSecurityPolicy })).toEqual([]);
  }
}

describe('whatever another server says', () => {
  it.each(['ap-note', 'ap-question', 'ap-article', 'ap-video'])(
    'by ActivityPub, like %s: no fault of ours, and a sound page',
    async (name) => {
      const actor = sampleAt(upstream.origin, 'ap-actor');
      const sample = { ...sampleAt(upstream.origin, name), quoteUrl: `${upstream.origin}/quoted` };
      const seen = { count: 0 };
      const kept = ['id', 'type', 'attributedTo', 'to', 'cc', 'actor'];
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(mutated(sample, kept), mutated(sample)),
          mutated(actor, ['id']),
          async (note, author) => {
            const path = `/objects/${(turn += 1)}`;
            const type = { 'content-type': 'application/activity+json' };
            upstream.reset();
            upstream.json(path, note, 200, type);
            upstream.json('/users/ada', author, 200, type);
            upstream.json('/quoted', note, 200, type);
            upstream.on('*', (_request, response) => response.writeHead(404).end());
            await check(path, seen);
          },
        ),
        { numRuns: 60 },
      );
      expect(seen.count).toBeGreaterThan(10);
    },
  );

  it.each([
    ['misskey', 'misskey-note'],
    ['mastodon', 'masto-quote'],
    ['mastodon', 'masto-poll'],
  ])('by the API of %s, like %s: no fault of ours, and a sound page', async (api, name) => {
    const sample = sampleAt(upstream.origin, name);
    const withRenote = api === 'misskey' ? { ...sample, renote: sample } : sample;
    const seen = { count: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(mutated(withRenote, ['id', 'visibility']), mutated(withRenote)),
        async (status) => {
          const id = (turn += 1);
          upstream.reset();
          upstream.on('*', (_request, response) => response.writeHead(404).end());
          upstream.json('/api/notes/show', status);
          upstream.json(`/api/v1/statuses/${id}`, status);
          await check(api === 'misskey' ? `/notes/${id}` : `/@a/${id}`, seen);
        },
      ),
      { numRuns: 60 },
    );
    expect(seen.count).toBeGreaterThan(10);
  });
});
