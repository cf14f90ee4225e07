import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

interface Page {
  readonly people: { readonly id: string; readonly chatId?: string }[];
  readonly nextCursor: string | null;
}

async function walk(me: SignedInUser, list: string, limit: number): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const from: string = cursor === null ? '' : `&cursor=${cursor}`;
    const { body } = await world.get(me, `/api/friends/${list}?limit=${limit}${from}`);
    const page = body as Page;
    seen.push(...page.people.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return seen;
}

it('every list is walked page by page: nobody twice, nobody left out', async () => {
  // Ids are in the order of joining, and of each pair the table knows the smaller first: some are on either side.
  const joinAll = (length: number) => Promise.all(Array.from({ length }, () => world.join()));
  const before = await joinAll(3);
  const alice = await world.join();
  const others = [...before, ...(await joinAll(4))];
  for (const other of others) await world.post(other, '/api/friends/add', { email: alice.email });
  // All of one moment: the ids alone keep the order.
  await world.query('UPDATE relations SET changed_at = now()');
  const ids = others.map(({ id }) => id).sort();
  for (const limit of [1, 3, 7, 200]) {
    expect(await walk(alice, 'incoming', limit)).toEqual(ids.toReversed());
  }
  await world.query(`UPDATE relations SET changed_at = now() - numbered.n * interval '1 minute'
    FROM (SELECT id, row_number() OVER (ORDER BY md5(id::text)) AS n FROM users) AS numbered
    WHERE numbered.id = relations.requester_id`);
  const times = await world.query<{ id: string }>(
    `SELECT requester_id AS id FROM relations WHERE requester_id = ANY ($1) ORDER BY changed_at DESC`,
    [ids],
  );
  for (const limit of [1, 3, 200]) {
    expect(await walk(alice, 'incoming', limit)).toEqual(times.map(({ id }) => id));
  }
  for (const { id } of others) await world.post(alice, '/api/friends/accept', { id });
  expect(await walk(alice, 'incoming', 3)).toEqual([]);
  expect((await walk(alice, 'friends', 3)).sort()).toEqual(ids);
  expect(await walk(others[0]!, 'friends', 3)).toEqual([alice.id]);
});

it('the newest comes first, and one who came meanwhile moves nobody off a page', async () => {
  const [alice, first, second, third] = [
    await world.join(),
    await world.join(),
    await world.join(),
    await world.join(),
  ];
  const block = async (person: SignedInUser) => {
    await world.meet(person, alice);
    return world.post(alice, '/api/friends/block', { id: person.id });
  };
  await block(first);
  await world.query(`UPDATE relations SET changed_at = now() - interval '1 hour'`);
  await block(second);
  const page = (await world.get(alice, '/api/friends/blocked?limit=1')).body as Page;
  expect(page.people).toMatchObject([{ id: second.id }]);
  await block(third);
  const next = await world.get(alice, `/api/friends/blocked?limit=1&cursor=${page.nextCursor}`);
  expect(next.body).toMatchObject({ people: [{ id: first.id }], nextCursor: null });
});

it('GET /api/friends has a cursor for each list', async () => {
  const { alice } = await world.joinFriends();
  await world.query(
    `WITH askers AS (INSERT INTO users (id) SELECT gen_random_uuid() FROM generate_series(1, 201) RETURNING id)
     INSERT INTO relations (lo_id, hi_id, state, requester_id)
     SELECT LEAST($1::uuid, id), GREATEST($1::uuid, id), 'pending', id FROM askers`,
    [alice.id],
  );
  const { body } = await world.get(alice, '/api/friends');
  expect(body.incoming).toHaveLength(200);
  expect(body.nextCursors).toEqual({
    friends: null,
    incoming: expect.any(String),
    outgoing: null,
    blocked: null,
  });
  const rest = await world.get(alice, `/api/friends/incoming?cursor=${body.nextCursors.incoming}`);
  expect((rest.body as Page).people).toHaveLength(1);
});

it.each(['friends?cursor=x', 'friends?limit=0', 'friends?limit=201', 'friends?limit=x'])(
  '400 for /api/friends/%s',
  async (path) => {
    const reply = await world.get(await world.join(), `/api/friends/${path}`);
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_payload' } });
  },
);

it('405 for a list that is none: such a path names a person, whom nobody can read', async () => {
  const reply = await world.get(await world.join(), '/api/friends/nobody');
  expect(reply).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
});

it('401 without a session', async () => {
  expect((await world.get(null, '/api/friends/friends')).status).toBe(401);
});
