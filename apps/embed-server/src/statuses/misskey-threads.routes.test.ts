import { createTestApp, type TestApp } from '../testing/test-app.js';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
beforeEach(() => {
  server.upstream.reset();
  // No kept copy of another test stands in.
  server.wait(1_000_000);
});
afterAll(() => server.closeAsForeseen());

interface Note {
  readonly id: string;
  readonly replyId: string | null;
}

const ada = { id: 'a', username: 'ada', host: null };
const omar = { id: 'o', username: 'omar', host: null };

const note = (id: string, replyId: string | null = null, more: object = {}): Note => ({
  id,
  replyId,
  ...{ user: ada, text: `Words of ${id}`, visibility: 'public', repliesCount: 1 },
  ...{ createdAt: '2026-01-02T00:00:00.000Z', ...(replyId && { reply: { user: ada } }) },
  ...more,
});

/** Has the server tell these notes, each with what replies to it. */
const play = (asked: Note, above: readonly Note[], below: readonly Note[]) => {
  server.upstream.json('/api/notes/show', asked);
  server.upstream.json('/api/notes/conversation', above);
  server.upstream.on('/api/notes/children', (request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { noteId } = JSON.parse(body) as { noteId: string };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(below.filter(({ replyId }) => replyId === noteId)));
    });
  });
};

const read = async () => {
  const address = encodeURIComponent(`${server.upstream.origin}/notes/2`);
  const reply = await server.app.inject(`/mastodon/${address}?thread=1`);
  expect(reply.statusCode).toBe(200);
  const { before, after, isCut } = reply.json().thread;
  const ids = (all: Note[]) => all.map(({ id }) => id);
  return { before: ids(before), after: ids(after), isCut };
};

describe('GET /mastodon/:statusUrl?thread=1 of Misskey', () => {
  it('200: the notes of one author, by one call upwards and one for each below', async () => {
    const others = note('9', '2', { user: omar });
    const last = note('4', '3', { repliesCount: 0 });
    play(note('2', '1'), [note('1'), note('8')], [others, note('3', '2'), last]);
    expect(await read()).toEqual({ before: ['1'], after: ['3', '4'], isCut: false });
    const names = server.upstream.calls.map((call) => call.split('/').at(-1));
    expect(names).toEqual(['show', 'conversation', 'children', 'children', 'children']);
  });

  it.each<[string, Note]>([
    ['hidden', note('3', '2', { isHidden: true })],
    ['for followers', note('3', '2', { visibility: 'followers' })],
  ])('is cut where the reply is %s', async (_what, reply) => {
    play(note('2'), [], [reply]);
    expect(await read()).toEqual({ before: [], after: [], isCut: true });
  });

  it('begins below what somebody else wrote', async () => {
    const more = { reply: { user: omar }, repliesCount: 0 };
    play(note('2', '1', more), [note('1', null, { user: omar })], []);
    expect(await read()).toEqual({ before: [], after: [], isCut: false });
  });

  it('makes eleven calls at most for the thread', async () => {
    const below = Array.from({ length: 30 }, (_, at) => note(`c${at}`, at ? `c${at - 1}` : '2'));
    play(note('2', '1'), [note('1')], below);
    const { after, isCut } = await read();
    expect([after.length, isCut]).toEqual([9, true]);
    expect(server.upstream.calls).toHaveLength(1 + 11);
  });

  it('keeps what is above where what is below cannot be read', async () => {
    play(note('2', '1'), [note('1')], []);
    server.upstream.json('/api/notes/children', [{}], 400);
    expect(await read()).toEqual({ before: ['1'], after: [], isCut: true });
  });
});
