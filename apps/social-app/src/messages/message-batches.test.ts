import { createEmbeddedTestDatabase, type EmbeddedTestDatabase } from '@triptych/postgres/testing';
import { createTestApp, migrationsDir, type TestApp } from '../testing/test-app.js';

const send = '/api/message/send';
const numbers = (to: number) => Array.from({ length: to }, (_, n) => n + 1);
let database: EmbeddedTestDatabase;
let world: TestApp;

beforeAll(async () => {
  database = await createEmbeddedTestDatabase(migrationsDir);
  world = await createTestApp({ database });
});
afterAll(() => world.close());

async function eventsOf(userId: string) {
  return database.query<{ seq: number; chatSeq: number }>(
    `SELECT seq, chat_seq AS "chatSeq" FROM events
     WHERE user_id = $1 AND type = 'message' ORDER BY seq`,
    [userId],
  );
}

it('numbers messages that arrive at once without a hole, each with its events in the same order', async () => {
  const [one, two] = [await world.joinFriends(), await world.joinFriends()];
  const replies = await Promise.all(
    numbers(40).map((n) => {
      const { alice, bob, chatId } = n % 2 ? one : two;
      return world.post(n % 3 ? alice : bob, send, { chatId, text: `m${n}` });
    }),
  );
  expect(replies.every(({ status }) => status === 200)).toBe(true);
  for (const { alice, bob, chatId } of [one, two]) {
    const ours = replies.filter(({ body }) => body.chatId === chatId);
    expect(ours.map(({ body }) => body.seq).sort((a, b) => a - b)).toEqual(numbers(20));
    for (const { id } of [alice, bob]) {
      const events = await eventsOf(id);
      expect(events.map(({ chatSeq }) => chatSeq)).toEqual(numbers(20));
      const first = events[0]!.seq;
      expect(events.map(({ seq }) => seq - first + 1)).toEqual(numbers(20));
    }
  }
});

it('refuses one of many that arrive at once, and stores the others', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const stranger = await world.join();
  const notTheirs = [alice.id, stranger.id].sort().join('--');
  const replies = await Promise.all(
    numbers(20).map((n) =>
      world.post(alice, send, { chatId: n % 4 ? chatId : notTheirs, text: `m${n}` }),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual(numbers(20).map((n) => (n % 4 ? 200 : 401)));
  expect(await eventsOf(stranger.id)).toEqual([]);
  expect((await eventsOf(bob.id)).map(({ chatSeq }) => chatSeq)).toEqual(numbers(15));
});

it('stores a clientId once that arrives several times at once, among others', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const drafts = [
    ...numbers(5).map(() => ({ chatId, text: 'same', clientId: 'again' })),
    { chatId, text: 'other', clientId: 'again' },
    ...numbers(5).map((n) => ({ chatId, text: `m${n}`, clientId: `own-${n}` })),
  ];
  const replies = await Promise.all(drafts.map((draft) => world.post(alice, send, draft)));
  expect(new Set(replies.slice(0, 5).map(({ body }) => body.id)).size).toBe(1);
  expect(replies.map(({ status }) => status)).toEqual(
    numbers(11).map((n) => (n === 6 ? 409 : 200)),
  );
  const late = await world.post(alice, send, drafts[0]);
  expect(late).toEqual(replies[0]);
  expect((await eventsOf(bob.id)).map(({ chatSeq }) => chatSeq)).toEqual(numbers(6));
});
