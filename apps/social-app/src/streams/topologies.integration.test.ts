import { randomUUID } from 'node:crypto';
import { hostileMessages, topologies, until, type TestTopology } from '@triptych/redis/testing';
import { encodeMessage } from '../events/parse-broadcast-message.js';
import { openReadyEvents, type EventClient } from '../testing/event-client.js';
import { createPostgres, createPostgresApp } from '../testing/postgres-app.js';
import { connectReplicas } from '../testing/shared-redis.js';
import type { TestApp } from '../testing/test-app.js';

const send = '/api/message/send';
/** No heartbeat within a test: every event received was published by Redis. */
const streams = { heartbeatMs: 600_000, retryMs: 10 };
let database: Awaited<ReturnType<typeof createPostgres>>;

beforeAll(async () => {
  database = await createPostgres();
});
afterAll(() => database.drop());

describe.each(Object.entries(topologies))('two replicas on %s', (name, start) => {
  let topology: TestTopology;
  let redis: ReturnType<typeof connectReplicas>;
  let here: TestApp;
  let there: TestApp;
  let base: string;
  let client: EventClient | undefined;

  beforeAll(async () => {
    topology = await start();
    redis = connectReplicas(topology.settings);
    [here, there] = [
      await createPostgresApp(database.url, { redis: redis[0], streams }),
      await createPostgresApp(database.url, { redis: redis[1], streams }),
    ];
    base = await there.app.listen({ port: 0, host: '127.0.0.1' });
    for (const { commands } of redis) await until(() => commands.isReady());
  });
  afterEach(() => client?.close());
  afterAll(async () => {
    await here.close();
    await there.close();
    redis.forEach((each) => each.close());
    await topology.close();
  });

  it('send live at one what happened at the other', async () => {
    const { alice, bob, chatId } = await here.joinFriends();
    client = await openReadyEvents(base, bob);
    for (const n of [1, 2, 3]) {
      await here.post(alice, send, { chatId, text: `m${n}` });
      expect((await client.until(n + 1))[n]?.data.message.text).toBe(`m${n}`);
    }
  });

  it('live on, and hear each other, whatever else is written on their channel', async () => {
    const { alice, bob, chatId } = await here.joinFriends();
    client = await openReadyEvents(base, bob);
    const valid = [
      { topic: 'wake-up', payload: [bob.id] },
      {
        topic: 'presence-change',
        payload: { userId: bob.id, online: true, friendIds: [alice.id] },
      },
      { topic: 'presence-list', payload: [] },
    ] as const;
    const channel = redis[0].name('broadcast');
    for (const message of valid) {
      const text = encodeMessage({ fromReplica: randomUUID(), ...message });
      for (const hostile of hostileMessages(text)) {
        await redis[0].commands.run((to) => to.publish(channel, hostile));
      }
    }
    await here.post(alice, send, { chatId, text: 'after all that' });
    expect((await client.until(2))[1]?.data.message.text).toBe('after all that');
    expect(redis[1].lines.filter((line) => line.includes('was not understood'))).toHaveLength(1);
  });

  it('live on whatever is written on the channel of a user', async () => {
    const { alice, bob, chatId } = await here.joinFriends();
    client = await openReadyEvents(base, bob);
    const channels = redis[0].channels('test', { onMessage: () => true, onJoined: () => {} });
    const message = { topic: 'wake-up', payload: [bob.id] } as const;
    for (const hostile of hostileMessages(encodeMessage({ fromReplica: randomUUID(), ...message })))
      await channels.publish(`user:${bob.id}`, hostile.toString());
    await here.post(alice, send, { chatId, text: 'after all that' });
    expect((await client.until(2))[1]?.data.message.text).toBe('after all that');
  });

  it('make good what could not be published or heard while the server is frozen', async () => {
    const { alice, bob, chatId } = await here.joinFriends();
    client = await openReadyEvents(base, bob);
    const server = await topology.masterOf(redis[0].name('broadcast'));
    server.freeze();
    expect((await here.post(alice, send, { chatId, text: 'x' })).status).toBe(200);
    if (name === 'one server' || name === 'TLS') {
      await until(() => redis[1].lines.some((line) => line.includes('"redis broadcast"')));
      server.thaw();
    }
    expect((await client.until(2))[1]?.data.message.text).toBe('x');
    server.thaw();
  });
});
