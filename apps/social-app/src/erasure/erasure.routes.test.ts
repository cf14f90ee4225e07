import { randomUUID } from 'node:crypto';
import { openReadyEvents } from '../testing/event-client.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let world: TestApp;
let base: string;
beforeAll(async () => {
  world = await createTestApp();
  base = await world.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => world.close());

const erase = (me: SignedInUser, confirm: string = me.email) =>
  world.delete(me, '/api/account', { confirm });
const add = (me: SignedInUser, { email }: SignedInUser) =>
  world.post(me, '/api/friends/add', { email });
const eventsOf = async ({ id }: SignedInUser) => {
  const sql = 'SELECT type FROM events WHERE user_id = $1::uuid ORDER BY seq';
  return (await world.query<{ type: string }>(sql, [id])).map(({ type }) => type);
};
const send = (me: SignedInUser, chatId: string, text: string) =>
  world.post(me, '/api/message/send', { chatId, text });

describe('DELETE /api/account', () => {
  it('leaves the other side’s chat readable and nameless', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    await send(alice, chatId, 'from alice');
    await send(bob, chatId, 'from bob');
    expect(await erase(alice)).toEqual({ status: 200, body: { erased: true } });

    const { body } = await world.get(bob, `/api/messages?chatId=${chatId}`);
    expect(body.messages).toMatchObject([{ text: 'from alice' }, { text: 'from bob' }]);
    const { body: list } = await world.get(bob, '/api/chats');
    const nobody = { id: alice.id, name: null, email: null, image: null, handle: null };
    expect(list.chats).toMatchObject([{ chatId, person: nobody }]);
    expect((await world.post(bob, '/api/message/read', { chatId, seq: 2 })).status).toBe(200);
    expect((await send(bob, chatId, 'are you there?')).status).toBe(401);
    expect(JSON.stringify([list, body])).not.toContain(alice.email);
  });

  it('takes the last one’s chats along', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    await send(alice, chatId, 'x');
    await erase(alice);
    await erase(bob);
    for (const table of ['chats WHERE id', 'messages WHERE chat_id']) {
      expect(await world.query(`SELECT 1 FROM ${table} = $1`, [chatId])).toEqual([]);
    }
  });

  it('of both at once leaves nothing either', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    await send(alice, chatId, 'x');
    expect((await Promise.all([erase(alice), erase(bob)])).map(({ status }) => status)).toEqual([
      200, 200,
    ]);
    expect(await world.query('SELECT 1 FROM chats WHERE id = $1', [chatId])).toEqual([]);
  });

  it('stale streams: ends sessions and streams at once, and takes the cookie away', async () => {
    const alice = await world.join();
    const other = await world.parts.sessions.open(alice.id, {});
    const stream = await openReadyEvents(base, alice);
    const lost = stream.lost();
    const response = await world.app.inject({
      method: 'DELETE',
      url: '/api/account',
      headers: { cookie: alice.cookie },
      payload: { confirm: alice.email },
    });
    expect(response.headers['set-cookie']).toMatch(
      /authjs\.session-token=; .*Expires=Thu, 01 Jan 1970/,
    );
    expect(response.headers['clear-site-data']).toBe('"cache"');
    await lost;
    expect(await stream.lost()).toEqual({ code: 401 });
    stream.close();
    expect(await world.parts.sessions.read(other.token)).toBeNull();
    expect((await world.get(alice, '/api/account')).status).toBe(401);
  });

  it('removes the person from every list, with an event that reveals no more than needed', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    await send(alice, chatId, 'x');
    const [asked, asker, blocker, blocked] = [
      await world.join(),
      await world.join(),
      await world.join(),
      await world.join(),
    ];
    await add(alice, asked);
    await add(asker, alice);
    for (const each of [blocker, blocked]) await world.meet(each, alice);
    await world.post(blocker, '/api/friends/block', { id: alice.id });
    await world.post(alice, '/api/friends/block', { id: blocked.id });
    const stream = await openReadyEvents(base, bob);
    await erase(alice);
    await stream.until(({ type }) => type === 'person_erased');
    expect(stream.received.slice(1).map(({ type, data }) => [type, data.userId])).toEqual([
      ['removed_friend', alice.id],
      ['person_erased', alice.id],
    ]);
    stream.close();
    expect(await eventsOf(asked)).toEqual(['friend_request', 'request_cancelled']);
    expect(await eventsOf(asker)).toEqual(['friend_request_sent', 'request_denied']);
    expect(await eventsOf(blocker)).toEqual(['blocked', 'unblocked']);
    expect(await eventsOf(blocked)).toEqual([]);
    for (const each of [bob, asked, asker, blocker, blocked]) {
      expect((await world.get(each, '/api/friends')).body).toMatchObject({
        friends: [],
        incoming: [],
        outgoing: [],
        blocked: [],
      });
    }
  });

  it('frees the e-mail address', async () => {
    const [alice, bob] = [await world.join(), await world.join()];
    await erase(alice);
    expect((await add(bob, alice)).body).toMatchObject({ code: 'person_not_found' });
    const next = await world.join(randomUUID(), alice.email);
    expect(next.id).not.toBe(alice.id);
    expect((await add(bob, next)).status).toBe(200);
  });

  it('leaves no row that refers to the user, in any table', async () => {
    const { alice, bob } = await world.joinFriends();
    await world.post(alice, '/api/report', { userId: bob.id, reason: 'spam', note: 'my words' });
    const carol = await world.join();
    await add(carol, alice);
    await world.post(alice, '/api/friends/deny', { id: carol.id });
    await erase(alice);
    const references = await world.query<{ place: string; column: string }>(
      `SELECT r.conrelid::regclass::text AS place, a.attname AS column
       FROM pg_constraint r JOIN pg_attribute a ON a.attrelid = r.conrelid AND a.attnum = r.conkey[1]
       WHERE r.contype = 'f' AND r.confrelid IN ('users'::regclass, 'event_heads'::regclass)`,
    );
    expect(references.length).toBeGreaterThan(6);
    for (const { place, column } of references) {
      const rows = await world.query(`SELECT 1 FROM ${place} WHERE ${column} = $1::uuid`, [
        alice.id,
      ]);
      expect({ place, rows }).toEqual({ place, rows: [] });
    }
    // What outlives it holds nothing of the profile, and no word to the operator.
    const left = [
      ...(await world.query('SELECT * FROM events WHERE person_id = $1::uuid', [alice.id])),
      ...(await world.query('SELECT * FROM reports WHERE reported_id = $1::uuid', [bob.id])),
    ];
    expect(left.length).toBeGreaterThan(3);
    const name = alice.email.split('@')[0];
    expect(JSON.stringify(left)).not.toMatch(new RegExp(`my words|${name}`));
  });

  it.each(['', 'yes', 'someone@else.test'])('wants the address typed, not %j', async (confirm) => {
    const alice = await world.join();
    expect(await erase(alice, confirm)).toMatchObject({
      status: 422,
      body: { code: 'not_confirmed', errors: [{ pointer: '/confirm' }] },
    });
    expect((await world.get(alice, '/api/account')).status).toBe(200);
  });

  it('takes any spelling of the address', async () => {
    const alice = await world.join();
    expect((await erase(alice, `  ${alice.email.toUpperCase()} `)).status).toBe(200);
  });

  it('401 without a session', async () => {
    expect((await world.delete(null, '/api/account', { confirm: 'x' })).status).toBe(401);
  });
});

it('a crash half-way loses nothing and leaves nothing half', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await send(alice, chatId, 'x');
  const before = await eventsOf(bob);
  // The last statement of the transaction fails as it would if the database went away.
  await world.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the power went out'; END $$`);
  await world.query(`CREATE TRIGGER refuse BEFORE DELETE ON users
    FOR EACH ROW EXECUTE FUNCTION refuse()`);
  expect((await erase(alice)).status).toBe(500);
  expect((await world.get(alice, '/api/friends')).body.friends).toHaveLength(1);
  expect(await eventsOf(bob)).toEqual(before);
  await world.query('DROP TRIGGER refuse ON users');
  expect((await erase(alice)).status).toBe(200);
});
