import { publish, type Sample } from '../testing/fediverse.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
beforeEach(() => {
  server.upstream.reset();
  // No kept copy of another test stands in.
  server.wait(1_000_000);
  publish(server.upstream, actor('ada'));
  publish(server.upstream, actor('omar'));
});
afterAll(() => server.closeAsForeseen());

const everyone = 'https://www.w3.org/ns/activitystreams#Public';
const at = (path: string) => server.upstream.origin + path;
const actor = (name: string): Sample => ({
  id: at(`/users/${name}`),
  type: 'Person',
  preferredUsername: name,
});
const idOf = (key: number, name = 'ada') =>
  at(`/users/${name}/statuses/${String(key).padStart(26, '0')}`);

/** A note of Ada in reply to the object of this id. */
const note = (key: number, parent: string | null = null, more: Sample = {}): Sample => ({
  id: idOf(key),
  type: 'Note',
  attributedTo: at('/users/ada'),
  to: everyone,
  published: '2026-01-02T00:00:00Z',
  content: `<p>Words of ${key}</p>`,
  inReplyTo: parent,
  ...more,
});
const replies = (...items: unknown[]) => ({ replies: { type: 'Collection', items } });
const play = (...objects: Sample[]) => objects.forEach((one) => publish(server.upstream, one));
const omars = { attributedTo: () => at('/users/omar') };

const read = async (asked = idOf(2)) => {
  const reply = await server.app.inject(`/mastodon/${encodeURIComponent(asked)}?thread=1`);
  expect(reply.statusCode).toBe(200);
  const { before, after, isCut } = reply.json().thread;
  const keys = (all: { id: string }[]) => all.map(({ id }) => Number(id.split('/').at(-1)));
  return { before: keys(before), after: keys(after), isCut };
};
const calls = (path: string) => server.upstream.calls.filter((call) => call === path).length;

describe('GET /mastodon/:statusUrl?thread=1 of a server that speaks ActivityPub alone', () => {
  it('200: what the post replies to, and what replies to it, of its author', async () => {
    play(
      note(1, null, replies(idOf(2))),
      note(2, idOf(1), replies(idOf(8, 'omar'), idOf(3))),
      note(3, idOf(2), replies(idOf(4))),
      note(4, idOf(3), replies()),
    );
    expect(await read()).toEqual({ before: [1], after: [3, 4], isCut: false });
    // Its author is known from the post, and of others' replies the addresses tell whose they are.
    expect(calls('/users/ada')).toBe(1);
    expect(server.upstream.calls).toHaveLength(6);
  });

  it('reads the first page, and the next one where that has none of the author’s', async () => {
    const page = (items: unknown[], next?: string) => ({ type: 'CollectionPage', items, next });
    const first = page([idOf(8, 'omar')], at('/replies/next'));
    play(note(2, null, { replies: { type: 'Collection', first } }));
    play({ id: at('/replies/next'), ...page([idOf(3)]) });
    play(note(3, idOf(2), { replies: at('/replies/3') }));
    play({ id: at('/replies/3'), type: 'Collection', first: at('/replies/3/first') });
    play({ id: at('/replies/3/first'), ...page([note(4, idOf(3))]) });
    expect(await read()).toEqual({ before: [], after: [3, 4], isCut: false });
  });

  it.each<[string, () => Sample[], boolean]>([
    ['gone', () => [], true],
    ['private', () => [note(1, null, { to: [at('/users/ada/followers')] })], true],
    ['of another author', () => [note(1, null, { attributedTo: omars.attributedTo() })], true],
    ['a tombstone', () => [{ id: idOf(1), type: 'Tombstone' }], true],
    ['an actor', () => [{ id: idOf(1), type: 'Person' }], true],
  ])('is cut where the parent is %s', async (_what, parents) => {
    if (parents().length === 0) server.upstream.json(new URL(idOf(1)).pathname, {}, 404);
    play(...parents(), note(2, idOf(1)));
    expect(await read()).toEqual({ before: [], after: [], isCut: true });
  });

  it('begins below what somebody else wrote, here or at another host', async () => {
    const omar = note(9, null, { id: idOf(9, 'omar'), attributedTo: at('/users/omar') });
    play(omar, note(2, idOf(9, 'omar')));
    expect(await read()).toEqual({ before: [], after: [], isCut: false });
    server.wait(1_000_000);
    play(note(2, 'https://elsewhere.invalid/users/ada/statuses/1'));
    expect(await read()).toEqual({ before: [], after: [], isCut: false });
  });

  it.each<[string, () => Sample]>([
    ['of another author', () => note(3, idOf(2), { attributedTo: at('/users/omar') })],
    ['replies to something else', () => note(3, idOf(1))],
    ['has an id elsewhere', () => ({ ...note(3, idOf(2)), id: at('/users/eve/statuses/3') })],
  ])('shows none of which %s', async (_what, made) => {
    const reply = made();
    play(note(2, null, replies(reply)));
    expect((await read()).after).toEqual([]);
    server.wait(1_000_000);
    play(note(2, null, replies(idOf(3))), { ...reply, id: idOf(3) });
    if (reply['id'] === idOf(3)) expect((await read()).after).toEqual([]);
  });

  it('stops at loops, and has none twice', async () => {
    play(note(2, idOf(1), replies(idOf(2), idOf(1), idOf(3), idOf(3))));
    play(note(1, idOf(2), replies(idOf(2))), note(3, idOf(2), replies(idOf(2), idOf(3))));
    expect(await read()).toEqual({ before: [1], after: [3], isCut: true });
  });

  it('fetches 24 documents at most, whatever is named', async () => {
    for (let key = 0; key < 60; key += 1) {
      const many = Array.from({ length: 10_000 }, (_, n) => idOf(1000 + n));
      play(note(key, key === 0 ? null : idOf(key - 1), replies(idOf(key + 1), ...many)));
    }
    server.upstream.json('*', {}, 404);
    const { before, isCut } = await read(idOf(30));
    expect([before, isCut]).toEqual([[20, 21, 22, 23, 24, 25, 26, 27, 28, 29], true]);
    // The post and its author by themselves, then the thread.
    expect(server.upstream.calls).toHaveLength(2 + 24);
  });

  it('shows the post where its server fails for the rest', async () => {
    play(note(2, idOf(1), replies(idOf(3))));
    server.upstream.json('*', {}, 500);
    expect(await read()).toEqual({ before: [], after: [], isCut: true });
  });
});
