import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { faults } from '../pages/testing/reading.js';
import { publish, sampleAt, type Sample } from '../testing/fediverse.js';
import { createRandom, grown } from '../testing/grown.js';
import { mutated } from '../testing/mutations.js';
import { programs } from '../testing/programs.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

// Each turn has an address of its own: a kept copy would stand in for what fails.
let turn = 0;
const nextPath = () => `/any/${(turn += 1)}`;
const activity = { 'content-type': 'application/activity+json' };
const honest = [200, 400, 404, 502, 503];

function atPlayer(object: unknown): Sample {
  const text = JSON.stringify(object).replaceAll('https://fedi.example', server.upstream.origin);
  return JSON.parse(text) as Sample;
}

/** Statuses that blame the other server or the visitor, and sound pages; returns how many calls it took. */
async function check(object: unknown, path = nextPath()): Promise<number> {
  const { upstream } = server;
  upstream.reset();
  upstream.on('*', (_request, response) => response.writeHead(404).end());
  const author = { ...sampleAt(upstream.origin, 'ap-actor'), id: `${upstream.origin}/ada` };
  publish(upstream, author);
  upstream.json(path, object, 200, activity);
  for (const rest of ['', '.amp', '/images/0', '/link-image']) {
    const address = encodeURIComponent(upstream.origin + path);
    const reply = await server.app.inject(`/mastodon/${address}${rest}`);
    expect(honest).toContain(reply.statusCode);
    if (rest !== '.amp' || reply.statusCode !== 200) continue;
    const contentSecurityPolicy = String(reply.headers['content-security-policy']);
    expect(faults({ html: reply.body, contentSecurityPolicy })).toEqual([]);
    pages += 1;
  }
  return upstream.calls.length;
}
let pages = 0;

const samples = programs.map(({ program, object }) => [program, object['type'], object] as const);

describe('whatever a program sends', () => {
  it.each(samples)('like %s, a %s: no fault of ours, and a sound page', async (_p, _t, object) => {
    const sample: Sample = { ...atPlayer(object), attributedTo: `${server.upstream.origin}/ada` };
    const kept = ['id', 'type', 'attributedTo', 'to'];
    pages = 0;
    const run = async (value: unknown) => void (await check(value));
    await fc.assert(fc.asyncProperty(mutated(sample, kept), run), propertySize(4));
    const random = createRandom(turn);
    for (let round = 0; round < 4; round += 1)
      await run({ ...(grown(sample, random, 12) as object), id: sample['id'], to: 'as:Public' });
    expect(pages).toBeGreaterThan(1);
  });
});

describe('an object that turns on itself', () => {
  const own = (path: string) => server.upstream.origin + path;
  const note = (path: string, more: object): object => ({
    id: own(path),
    type: 'Note',
    to: 'as:Public',
    attributedTo: `${server.upstream.origin}/ada`,
    content: '<p>hello</p>',
    ...more,
  });
  it.each<[string, (path: string) => object]>([
    ['quotes itself', (path) => note(path, { quote: own(path) })],
    ['is its own author', (path) => note(path, { attributedTo: own(path) })],
    ['boosts itself', (path) => note(path, { type: 'Announce', object: own(path) })],
    ['creates itself', (path) => note(path, { type: 'Create', object: own(path) })],
    [
      'holds what holds it',
      (path) =>
        note(path, { type: 'Create', object: note(path, { type: 'Create', object: own(path) }) }),
    ],
    ['answers itself', (path) => note(path, { inReplyTo: own(path) })],
    [
      'is a card of itself',
      (path) => note(path, { attachment: { type: 'Link', href: own(path) } }),
    ],
  ])('and %s takes few calls', async (_what, make) => {
    const path = nextPath();
    expect(await check(make(path), path)).toBeLessThan(16);
  });
});
