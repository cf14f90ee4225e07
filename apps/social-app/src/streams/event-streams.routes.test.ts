import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEmbeddedTestDatabase, type EmbeddedTestDatabase } from '@triptych/postgres/testing';
import { openEvents, openReadyEvents, type EventClient } from '../testing/event-client.js';
import { createTestApp, migrationsDir, type TestApp } from '../testing/test-app.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createMemoryBroadcast } from '../events/broadcast.memory.js';

let database: EmbeddedTestDatabase;
let world: TestApp;
let base: string;
const clients: EventClient[] = [];
const send = '/api/message/send';

beforeAll(async () => {
  database = await createEmbeddedTestDatabase(migrationsDir);
  world = await createTestApp({
    database,
    context: { streams: { heartbeatMs: 200, retryMs: 10 } },
  });
  base = await world.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => clients.splice(0).forEach((client) => client.close()));
afterAll(() => world.close());

function open(user: SignedInUser, query?: string): EventClient {
  const client = openEvents(base, user, query);
  clients.push(client);
  return client;
}

async function openReady(user: SignedInUser): Promise<EventClient> {
  const client = await openReadyEvents(base, user);
  clients.push(client);
  return client;
}

/** The start of the raw body, up to and with `last`. */
function readRaw(user: SignedInUser, last: string) {
  return new Promise<{ headers: object; body: string }>((resolve, reject) => {
    const { port } = world.app.server.address() as AddressInfo;
    const call = request({ port, path: '/api/events', headers: { cookie: user.cookie } });
    call.once('error', reject);
    call.once('response', (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
        if (!body.includes(last)) return;
        response.destroy();
        resolve({ headers: response.headers, body });
      });
    });
    call.end();
  });
}

it('begins with the cursor and goes on with heartbeats', async () => {
  const { headers, body } = await readRaw(
    await world.join(),
    '"nextInMs":200}\n\nevent: heartbeat',
  );
  expect(headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  expect(body).toMatch(
    /^retry: \d+\n\nid: 0\nevent: ready\ndata: \{"cursor":0\}\n\nevent: presence_list\ndata: \{"online":\[\]\}\n\n(event: heartbeat\ndata: \{"nextInMs":200\}\n\n)+event: heartbeat/,
  );
});

it('sends a request and its end to both, live and in order', async () => {
  const [alice, bob] = [await world.join('Alice Example'), await world.join()];
  const [atAlice, atBob] = [await openReady(alice), await openReady(bob)];
  const befriend = async () => {
    await world.post(alice, '/api/friends/add', { email: bob.email });
  };
  await befriend();
  await world.post(alice, '/api/friends/cancel', { id: bob.id });
  await befriend();
  await world.post(bob, '/api/friends/deny', { id: alice.id });
  await befriend();
  await world.post(bob, '/api/friends/accept', { id: alice.id });
  await world.delete(alice, `/api/friends/${bob.id}`);
  const rest = ['new_friend', 'removed_friend'];
  const expected = (asked: string) => [
    ...['ready', asked, 'request_cancelled', asked, 'request_denied', asked],
    ...rest,
  ];
  const [receivedByAlice, receivedByBob] = [await atAlice.until(8), await atBob.until(8)];
  expect(receivedByAlice.map(({ type }) => type)).toEqual(expected('friend_request_sent'));
  expect(receivedByBob.map(({ type }) => type)).toEqual(expected('friend_request'));
  expect(receivedByBob.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(receivedByBob[1]?.data).toEqual({
    userId: alice.id,
    at: expect.stringMatching(/Z$/),
    person: { id: alice.id, name: 'Alice Example', email: alice.email, image: null, handle: null },
  });
  expect(receivedByAlice[1]?.data).toEqual({ userId: bob.id, at: expect.any(String) });
});

it('sends a message to both, as each may see it, and who has read', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const [atAlice, atBob] = [await openReady(alice), await openReady(bob)];
  const text = 'a\n\ndata: {"forged":1}\r\n\nevent: reset';
  const { body } = await world.post(alice, send, { chatId, text, clientId: 'mine' });
  await world.post(bob, '/api/message/read', { chatId, seq: 1 });
  const { clientId, ...plain } = body;
  expect(clientId).toBe('mine');
  expect((await atBob.until(3)).slice(1)).toEqual([
    { id: 3, type: 'message', data: { chatId, seq: 1, archived: false, message: plain } },
    { id: 4, type: 'read', data: { chatId, seq: 1, userId: bob.id } },
  ]);
  expect((await atAlice.until(3))[1]?.data.message).toEqual(body);
});

it('sends a third user nothing of it', async () => {
  const { alice, chatId } = await world.joinFriends();
  const eve = await world.join();
  const atEve = await openReady(eve);
  await world.post(alice, send, { chatId, text: 'secret' });
  await world.post(alice, '/api/friends/add', { email: eve.email });
  const received = await atEve.until(2);
  expect(received.map(({ type }) => type)).toEqual(['ready', 'friend_request']);
});

describe('resuming', () => {
  it('loses and doubles nothing when the connection breaks again and again', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    const atBob = await openReady(bob);
    for (let n = 1; n <= 30; n += 1) {
      await world.post(alice, send, { chatId, text: `m${n}` });
      if (n % 10 === 0) {
        // The stream must have come back, though not have sent all, before it can break again.
        await atBob.until(n - 8);
        const lost = atBob.lost();
        world.app.server.closeAllConnections();
        await lost;
      }
    }
    const received = await atBob.until(31);
    expect(received.slice(1).map(({ data }) => data.message.text)).toEqual(
      Array.from({ length: 30 }, (_, n) => `m${n + 1}`),
    );
    expect(received.map(({ id }) => id)).toEqual(Array.from({ length: 31 }, (_, n) => n + 2));
  });

  it('sends what came after ?since=, in more than one batch', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    for (let n = 1; n <= 120; n += 1) await world.post(alice, send, { chatId, text: `m${n}` });
    const received = await open(bob, '?since=2').until(120);
    expect(received.map(({ data }) => data.seq)).toEqual(
      Array.from({ length: 120 }, (_, n) => n + 1),
    );
  });

  it.each(['99', '-1', 'x', '1e3', '99999999999', '1; DROP TABLE events'])(
    'resets when %j was never sent',
    async (since) => {
      const { bob } = await world.joinFriends();
      const received = await open(bob, `?since=${encodeURIComponent(since)}`).until(1);
      expect(received[0]).toEqual({ id: 2, type: 'reset', data: { cursor: 2 } });
    },
  );

  it('resets an open stream whose log lost its end and has other events there', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    const atBob = await openReady(bob);
    await world.post(alice, send, { chatId, text: 'lost' });
    expect((await atBob.until(2))[1]?.id).toBe(3);
    // As a standby that takes over without the last transactions.
    await database.query('DELETE FROM events WHERE user_id = $1 AND seq = 3', [bob.id]);
    await database.query('UPDATE event_heads SET seq = 2 WHERE user_id = $1', [bob.id]);
    await world.post(alice, send, { chatId, text: 'other' });
    const [, , reset] = await atBob.until(3);
    expect(reset).toMatchObject({ type: 'reset', data: { cursor: expect.any(Number) } });
    await world.post(alice, send, { chatId, text: 'later' });
    await atBob.until(({ data }) => data.message?.text === 'later');
  });

  it.each(['2-', '2-0', '2-zzzzzzzzz', '1-lxyz1234'])(
    'resets when %j names another moment than the log has',
    async (since) => {
      const { bob } = await world.joinFriends();
      const received = await open(bob, `?since=${since}`).until(1);
      expect(received[0]).toEqual({ id: 2, type: 'reset', data: { cursor: 2 } });
    },
  );

  it('resets when events after that one were dropped, and goes on from there', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    for (let n = 1; n <= 5; n += 1) await world.post(alice, send, { chatId, text: `m${n}` });
    await database.query('DELETE FROM events WHERE user_id = $1 AND seq <= 4', [bob.id]);
    const tooOld = open(bob, '?since=3');
    const inTime = open(bob, '?since=4');
    expect((await tooOld.until(1))[0]).toEqual({ id: 7, type: 'reset', data: { cursor: 7 } });
    expect((await inTime.until(3)).map(({ id }) => id)).toEqual([5, 6, 7]);
    await world.post(alice, send, { chatId, text: 'later' });
    expect((await tooOld.until(2))[1]).toMatchObject({
      id: 8,
      data: { message: { text: 'later' } },
    });
  });
});

describe('who may listen', () => {
  it('401 without a session', async () => {
    expect(await world.get(null, '/api/events')).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    });
  });

  it('opens no stream for HEAD', async () => {
    const { cookie } = await world.join();
    const reply = await world.app.inject({
      method: 'HEAD',
      url: '/api/events',
      headers: { cookie },
    });
    expect(reply.statusCode).toBe(405);
  });

  it('429 for the eleventh stream of a user, until one is closed', async () => {
    const alice = await world.join();
    const ten = await Promise.all(Array.from({ length: 10 }, () => openReady(alice)));
    expect(await open(alice).lost()).toEqual({ code: 429 });
    await openReady(await world.join());
    ten[0]?.close();
    const again = async (): Promise<void> => {
      const client = open(alice);
      const refused = await Promise.race([client.lost(), client.until(1)]);
      if ('code' in refused) return again();
    };
    await again();
  });

  it('ends with the session: at once when signed out here', async () => {
    const alice = await world.join();
    const client = await openReady(alice);
    const lost = client.lost();
    await world.parts.sessions.end(alice.token);
    await lost;
    expect(await client.lost()).toEqual({ code: 401 });
  });

  it('ends with the session: by the next heartbeat when ended elsewhere', async () => {
    const alice = await world.join();
    const client = await openReady(alice);
    const lost = client.lost();
    await database.query('DELETE FROM sessions WHERE id = $1', [alice.sessionId]);
    await lost;
    expect(await client.lost()).toEqual({ code: 401 });
  });

  it('does not end the streams of the user’s other sessions', async () => {
    const alice = await world.join();
    const other = await world.parts.sessions.open(alice.id, {});
    const elsewhere = { ...alice, cookie: `authjs.session-token=${other.token}` };
    const [here, there] = [await openReady(alice), await openReady(elsewhere)];
    const lost = here.lost();
    await world.parts.sessions.end(alice.token);
    await lost;
    await world.post(elsewhere, '/api/friends/add', { email: (await world.join()).email });
    expect((await there.until(2))[1]?.type).toBe('friend_request_sent');
  });
});

it('delivers by the heartbeat when every wake-up is lost', async () => {
  const broadcast = { ...createMemoryBroadcast(), publish: () => {} };
  const isolated = await createTestApp({
    database: { ...database, close: async () => {} },
    context: { broadcast, streams: { heartbeatMs: 50 } },
  });
  const there = await isolated.app.listen({ port: 0, host: '127.0.0.1' });
  const { alice, bob, chatId } = await isolated.joinFriends();
  const atBob = await openReadyEvents(there, bob);
  expect((await isolated.post(alice, send, { chatId, text: 'x' })).status).toBe(200);
  expect((await atBob.until(2))[1]?.data.message.text).toBe('x');
  atBob.close();
  await isolated.close();
});

it('lets the server stop while streams are open', async () => {
  const short = await createTestApp({ database: { ...database, close: async () => {} } });
  const there = await short.app.listen({ port: 0, host: '127.0.0.1' });
  const atAlice = await openReadyEvents(there, await short.join());
  const lost = atAlice.lost();
  await short.app.close();
  await lost;
  atAlice.close();
  await short.close();
});
