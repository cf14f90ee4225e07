import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { faults } from '../pages/testing/reading.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { sampleAt } from '../testing/fediverse.js';
import { mutated } from '../testing/mutations.js';
import { startUpstream, type UpstreamPlayer } from '../testing/upstream-player.js';

let server: TestApp;
let upstream: UpstreamPlayer;
beforeAll(async () => {
  upstream = await startUpstream();
  server = await createTestApp({}, upstream);
});
afterAll(async () => server.close());

// Each turn has an address of its own: a kept copy would stand in for what fails.
let turn = 0;

// 503 is for a host that a mutated answer names and that nobody reached five times.
const honest = [200, 404, 502, 503];

async function check(path: string, pagesSeen: { count: number }) {
  const url = `${upstream.origin}${path}`;
  for (const rest of ['', '.amp', '/images/0', '/emojis/gear']) {
    const reply = await server.app.inject(`/mastodon/${encodeURIComponent(url)}${rest}`);
    expect(honest).toContain(reply.statusCode);
    if (rest !== '.amp' || reply.statusCode !== 200) continue;
    pagesSeen.count += 1;
    const contentSecurityPolicy = String(reply.headers['content-security-policy']);
    expect(faults({ html: reply.body, contentSecurityPolicy })).toEqual([]);
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
        propertySize(60),
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
      propertySize(60),
    );
    expect(seen.count).toBeGreaterThan(10);
  });
});
