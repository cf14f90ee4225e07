import { load } from 'cheerio';
import { faults } from '../pages/testing/reading.js';
import { publish, sampleAt, type Sample } from '../testing/fediverse.js';
import { note, oddObjects, question } from '../testing/odd-objects.js';
import { host } from '../testing/program.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

/** The object at the player, beside its author and a post that it may quote. */
function play(own: object, path: string): Sample {
  const { upstream } = server;
  const here = (value: object) =>
    JSON.parse(JSON.stringify(value).replaceAll(host, upstream.origin)) as Sample;
  const base = { type: 'Note', to: 'as:Public', attributedTo: `${host}/ada` };
  upstream.reset();
  upstream.on('*', (_request, response) => response.writeHead(404).end());
  publish(upstream, { ...sampleAt(upstream.origin, 'ap-actor'), id: `${upstream.origin}/ada` });
  publish(upstream, here({ ...base, id: `${host}/quoted`, content: '<p>the quoted</p>' }));
  const object = here({ ...base, id: host + path, ...own });
  publish(upstream, object);
  return object;
}

const get = (object: Sample, rest = '') =>
  server.app.inject(`/mastodon/${encodeURIComponent(String(object['id']))}${rest}`);

describe('an object that is odd', () => {
  it.each(oddObjects)('with %s', async (what, own, told) => {
    const object = play(own, `/odd/${encodeURIComponent(what)}`);
    const wanted = JSON.stringify(told)
      .replaceAll(host, server.upstream.origin)
      .replace('SELF', String(object['id']));
    const reply = await get(object);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject(JSON.parse(wanted) as object);
    const page = await get(object, '.amp');
    const contentSecurityPolicy = String(page.headers['content-security-policy']);
    expect(faults({ html: page.body, contentSecurityPolicy })).toEqual([]);
    expect(page.body.length).toBeLessThan(15_000);
    expect(load(page.body)('article')).not.toHaveLength(0);
  });

  it.each<[string, object, number]>([
    ['a tombstone in a list', { type: ['Tombstone'], formerType: 'Note' }, 404],
    ['nobody in particular', note({ to: [['as:Public']] }), 404],
    ['nobody who wrote it', note({ attributedTo: [] }), 502],
    ['authors who are all elsewhere', note({ attributedTo: ['https://a.example/b'] }), 502],
    ['a type that is none', note({ type: [null, {}, 7] }), 400],
    [
      'thousands of choices',
      question(...Array.from({ length: 9000 }, (_, at) => ({ type: 'Note', name: `${at}` }))),
      502,
    ],
    ['thousands of choices that are words', question(...Array.from({ length: 9000 }, String)), 200],
    ['a title without end', { type: 'Article', name: 'T '.repeat(50_000), content: 'words' }, 200],
    ['an address without end', note({ url: `/${'a'.repeat(100_000)}` }), 200],
  ])('with %s is what the other server is blamed for, if anybody', async (what, own, status) => {
    const object = play(own, `/very-odd/${encodeURIComponent(what)}`);
    expect((await get(object)).statusCode).toBe(status);
    expect((await get(object, '.amp')).statusCode).toBe(status);
  });
});
