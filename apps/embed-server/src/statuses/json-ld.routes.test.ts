import { sampleAt, type Sample } from '../testing/fediverse.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

const activityStreams = 'https://www.w3.org/ns/activitystreams#';
const isObject = (value: unknown): value is Sample =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A sample whose objects are written otherwise, at every depth; of maps the keys are data. */
function rewritten(value: unknown, write: (object: Sample) => Sample): unknown {
  if (Array.isArray(value)) return value.map((one) => rewritten(one, write));
  if (!isObject(value)) return value;
  const parts = Object.entries(value).map(([name, part]): [string, unknown] => [
    name,
    name === 'contentMap' || name === '@context' ? part : rewritten(part, write),
  ]);
  return write(Object.fromEntries(parts));
}

const byEntry =
  (change: (name: string, value: unknown) => [string, unknown]) =>
  (object: Sample): Sample =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => change(name, value)));
const own = ['id', 'type', '@context'];
const prefixed = (prefix: string) =>
  byEntry((name, value) =>
    name === 'type'
      ? [name, [value].flat().map((type) => prefix + String(type))]
      : [own.includes(name) ? name : prefix + name, value],
  );
const texts = ['content', 'summary', 'name', 'published', 'updated', 'mediaType', 'inReplyTo'];

const spellings: Readonly<Record<string, (object: Sample) => Sample>> = {
  'keywords of JSON-LD': byEntry((name, value) => [
    ['id', 'type'].includes(name) ? `@${name}` : name,
    value,
  ]),
  'a prefix': prefixed('as:'),
  'whole names': prefixed(activityStreams),
  'the old name of the media type': byEntry((name, value) => [
    name === 'mediaType' ? 'mimeType' : name,
    value,
  ]),
  'lists of one': byEntry((name, value) => [
    name,
    texts.includes(name) && value !== null ? [value] : value,
  ]),
  'values that are objects': byEntry((name, value) => [
    name,
    texts.includes(name) && typeof value === 'string' ? { '@value': value } : value,
  ]),
  'addresses that are objects': byEntry((name, value) => [
    name,
    ['to', 'cc', 'attributedTo', 'inReplyTo'].includes(name)
      ? [value].flat().map((id) => ({ '@id': id }))
      : value,
  ]),
};

const samples = ['ap-note', 'ap-question', 'ap-article', 'ap-video'];
const cases = samples.flatMap((sample) =>
  Object.keys(spellings).map((spelling) => ({ sample, spelling })),
);

async function read(object: unknown, actor: unknown): Promise<unknown> {
  const { upstream } = server;
  upstream.reset();
  const type = { 'content-type': 'application/activity+json' };
  upstream.json('/users/ada', actor, 200, type);
  upstream.json('/object', object, 200, type);
  server.wait(100_000);
  const reply = await server.app.inject(
    `/mastodon/${encodeURIComponent(`${upstream.origin}/object`)}`,
  );
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

describe('an object by any spelling of JSON-LD is the same post', () => {
  it.each(cases)('$sample with $spelling', async ({ sample, spelling }) => {
    const { origin } = server.upstream;
    const given = { ...sampleAt(origin, sample), id: `${origin}/object` };
    const object = { ...given, attributedTo: `${origin}/users/ada` };
    const actor = sampleAt(origin, 'ap-actor');
    const write = spellings[spelling]!;
    const plain = await read(object, actor);
    expect(await read(rewritten(object, write), rewritten(actor, write))).toEqual(plain);
  });

  it('stands in a list of one', async () => {
    const { origin } = server.upstream;
    const note = { ...sampleAt(origin, 'ap-note'), id: `${origin}/object` };
    const actor = sampleAt(origin, 'ap-actor');
    expect(await read([note], [actor])).toEqual(await read(note, actor));
  });

  it('a content tells its language itself', async () => {
    const { origin } = server.upstream;
    const { contentMap, ...note } = sampleAt(origin, 'ap-note');
    expect(contentMap).toBeDefined();
    const content = [
      { '@value': '<p>Ein Webstuhl</p>', '@language': 'de' },
      { '@value': '<p>A loom</p>', '@language': 'en' },
    ];
    const object = { ...note, id: `${origin}/object`, content };
    const status = await read(object, sampleAt(origin, 'ap-actor'));
    expect(status).toMatchObject({ content: '<p>Ein Webstuhl</p>', language: 'de' });
  });

  it('a term in short counts before its other spellings, wherever it stands', async () => {
    const { origin } = server.upstream;
    const note = sampleAt(origin, 'ap-note');
    const other = { '@type': 'Tombstone', 'as:content': 'no', [`${activityStreams}content`]: 'no' };
    const object = { ...other, ...note, id: `${origin}/object`, ...other };
    const status = await read(object, sampleAt(origin, 'ap-actor'));
    expect(JSON.stringify(status)).not.toContain('"no"');
  });

  it('is asked for at its own host, by any spelling of its id', async () => {
    const { upstream } = server;
    const { id, ...note } = sampleAt(upstream.origin, 'ap-note');
    expect(id).toBeDefined();
    upstream.reset();
    const elsewhere = { ...note, '@id': 'https://victim.example/1' };
    upstream.json('/x', elsewhere, 200, { 'content-type': 'application/activity+json' });
    const address = encodeURIComponent(`${upstream.origin}/x`);
    expect((await server.app.inject(`/mastodon/${address}`)).statusCode).toBe(502);
  });
});
