import { openDatabase } from '@triptych/postgres';
import { PrismaClient } from '../generated/prisma/client.js';
import { openPostgresApp } from '../testing/postgres-app.js';
import { migrationsDir, type TestApp } from '../testing/test-app.js';

const send = '/api/message/send';
let world: Awaited<ReturnType<typeof openPostgresApp>>;
beforeAll(async () => {
  world = await openPostgresApp();
});
afterAll(() => world.close());

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

async function historyOf(user: Parameters<TestApp['get']>[0], chatId: string) {
  const { body } = await world.get(user, `/api/messages?chatId=${chatId}&limit=100`);
  return body.messages as { id: string; seq: number }[];
}

it('numbers 100 racing sends of two without a hole, and their events for both', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const replies = await Promise.all(
    numbers(1, 100).map((n) => world.post(n % 2 ? alice : bob, send, { chatId, text: `m${n}` })),
  );
  expect(replies.every(({ status }) => status === 200)).toBe(true);
  expect((await historyOf(alice, chatId)).map(({ seq }) => seq)).toEqual(numbers(1, 100));
});

it('of 30 sends with one clientId stores one, 20 rounds', async () => {
  const { alice, chatId } = await world.joinFriends();
  for (const round of numbers(1, 20)) {
    const draft = { chatId, text: 'once', clientId: `round-${round}` };
    const replies = await Promise.all(numbers(1, 30).map(() => world.post(alice, send, draft)));
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(replies[0]).toMatchObject({ status: 200, body: { seq: round } });
  }
});

it('stores what it replied 200 to and nothing else while the friendship ends, 50 rounds', async () => {
  for (let round = 0; round < 50; round += 1) {
    const { alice, bob, chatId } = await world.joinFriends();
    const [removed, ...sends] = await Promise.all([
      world.delete(bob, `/api/friends/${alice.id}`),
      ...numbers(1, 4).map((n) => world.post(alice, send, { chatId, text: `m${n}` })),
    ]);
    expect(removed.body).toEqual({ changed: true });
    const stored = sends.filter(({ status }) => status === 200);
    expect(sends.filter(({ status }) => status === 401)).toHaveLength(4 - stored.length);
    const history = stored.length > 0 ? await historyOf(alice, chatId) : [];
    expect(history.map(({ id }) => id).sort()).toEqual(stored.map(({ body }) => body.id).sort());
    expect((await world.post(alice, send, { chatId, text: 'late' })).status).toBe(401);
  }
});

it('does not deadlock when five friends all write to each other at once', async () => {
  const people = await Promise.all(numbers(1, 5).map(() => world.join()));
  const pairs = people.flatMap((one, n) =>
    people.slice(n + 1).map((other) => [one, other] as const),
  );
  for (const [one, other] of pairs) {
    await world.post(one, '/api/friends/add', { email: other.email });
    await world.post(other, '/api/friends/accept', { id: one.id });
  }
  const replies = await Promise.all(
    numbers(1, 20).flatMap((n) =>
      pairs.map(([one, other]) =>
        world.post(n % 2 ? one : other, send, { chatId: `${one.id}--${other.id}`, text: `m${n}` }),
      ),
    ),
  );
  expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
});

it('lets nobody wait for a friendship that someone else is just changing', async () => {
  const [held, free] = [await world.joinFriends(), await world.joinFriends()];
  const writeIn = ({ alice, chatId }: typeof held, count: number) =>
    Promise.all(numbers(1, count).map((n) => world.post(alice, send, { chatId, text: `m${n}` })));
  const place = {
    url: world.databaseUrl,
    dataDir: 'unused',
    applicationName: 'test',
    migrationsDir,
  };
  const others = await openDatabase({ ...place, log: { info: () => {}, warn: () => {} } });
  const prisma = new PrismaClient(others.clientOptions);
  const waiting = await prisma.$transaction(async (change) => {
    const [loId, hiId] = held.chatId.split('--');
    await change.$queryRaw`
      SELECT 1 FROM relations WHERE lo_id = ${loId}::uuid AND hi_id = ${hiId}::uuid FOR UPDATE`;
    const late = writeIn(held, 3);
    const replies = await writeIn(free, 20);
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    return { late };
  });
  await prisma.$disconnect();
  await others.close();
  expect((await waiting.late).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await historyOf(held.bob, held.chatId)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
});

it('a reply while what it replies to is deleted is stored or refused, and shows nothing of it, 30 rounds', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  let last = 0;
  for (let round = 0; round < 30; round += 1) {
    const first = await world.post(alice, send, { chatId, text: 'first' });
    const { id: replyTo, seq } = first.body;
    const [deleted, ...replies] = await Promise.all([
      world.post(alice, '/api/message/delete', { chatId, seq }),
      ...numbers(1, 4).map((n) => world.post(bob, send, { chatId, text: `m${n}`, replyTo })),
    ]);
    expect(deleted.body).toEqual({ changed: true });
    const stored = replies.filter(({ status }) => status === 200);
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(4 - stored.length);
    last += 1 + stored.length;
    const { body } = await world.get(
      bob,
      `/api/messages?chatId=${chatId}&limit=${stored.length + 1}`,
    );
    const [quoted, ...later] = body.messages as { seq: number; replyTo?: { text: string } }[];
    expect(quoted!.seq).toBe(seq);
    expect(later.every((each) => each.replyTo?.text === '')).toBe(true);
    expect([quoted, ...later].at(-1)!.seq).toBe(last);
  }
});

it('a forward while its original ends or the friendship does is a whole copy or refused, 12 rounds', async () => {
  const { alice, bob, chatId: source } = await world.joinFriends();
  const carol = await world.join();
  const target = [bob.id, carol.id].sort().join('--');
  const befriend = async () => {
    await world.post(carol, '/api/friends/add', { email: bob.email });
    await world.post(bob, '/api/friends/accept', { id: carol.id });
  };
  const original = (id: string, set: string) =>
    world.query(`UPDATE messages SET ${set} WHERE id = $1`, [id]);
  const endings: ((id: string, seq: number) => Promise<unknown>)[] = [
    (_id, seq) => world.post(alice, '/api/message/delete', { chatId: source, seq }),
    (_id, seq) => world.post(bob, '/api/message/delete', { chatId: source, seq, for: 'me' }),
    (id) => original(id, `expires_at = now() - interval '1 second'`),
    () => world.delete(carol, `/api/friends/${bob.id}`),
  ];
  await befriend();
  let last = 0;
  for (let round = 0; round < 12; round += 1) {
    const unfriends = round % 4 === 3;
    const text = `the words of ${round}`;
    const { id: messageId, seq } = (await world.post(alice, send, { chatId: source, text })).body;
    const forward = (clientId: string) =>
      world.post(bob, '/api/message/forward', { chatId: target, messageId, clientId });
    // Each is sent twice.
    const names = numbers(1, 3).flatMap((n) => [`${round}-${n}`, `${round}-${n}`]);
    const [, ...replies] = await Promise.all([
      endings[round % 4]!(messageId, seq),
      ...names.map((name) => forward(name)),
    ]);
    const stored = replies.filter(({ status }) => status === 200);
    const refused = unfriends ? 401 : 400;
    expect(replies.filter(({ status }) => status === refused)).toHaveLength(6 - stored.length);
    expect(stored.every(({ body }) => body.text === text && body.forwarded === true)).toBe(true);
    last += new Set(stored.map(({ body }) => body.id)).size;
    expect((await forward('late')).status).toBe(refused);
    if (unfriends) await befriend();
  }
  const history = last > 0 ? await historyOf(carol, target) : [];
  expect(history.map(({ seq }) => seq)).toEqual(numbers(1, last));
});
