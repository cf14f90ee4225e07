import type { AddressInfo } from 'node:net';
import { createTestApp, embeddedTestStores, type TestApp } from '../testing/test-app.js';
import { replay } from './event-log.contract.js';
import type { eventToWire } from './user-event.js';

type Wire = ReturnType<typeof eventToWire>;

const authorization = 'Bearer key';
let service: TestApp;
beforeAll(async () => {
  service = await createTestApp(await embeddedTestStores(), { API_KEYS: 'key' });
});
beforeEach(() => service.query('TRUNCATE users, idempotency_keys CASCADE'));
afterAll(() => service.close());

const get = (query = '', headers = {}) =>
  service.app.inject({ url: `/events${query}`, headers: { authorization, ...headers } });
const read = async (query = '') => (await get(query)).json<{ events: Wire[]; cursor: string }>();
const register = (name: string) =>
  service.register({ FullName: name, Email: `${name}@example.org` });
const now = async () => {
  const exported = await service.app.inject({ url: '/users:export', headers: { authorization } });
  return String(exported.headers['events-cursor']);
};

it('an event is a CloudEvent with the user as documented', async () => {
  const cursor = await now();
  const { data } = (await register('ann')).json<{ data: { ID: string } }>();
  const { events } = await read(`?after=${cursor}`);
  expect(events).toEqual([
    {
      specversion: '1.0',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      source: '/users',
      type: 'user.registered',
      subject: data.ID,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      datacontenttype: 'application/json',
      data,
    },
  ]);
});

it('a cursor goes on where it was given, also when there was nothing', async () => {
  const { events, cursor } = await read(`?after=${await now()}`);
  expect(events).toEqual([]);
  await register('bob');
  await register('eve');
  const first = await read(`?after=${cursor}&limit=1`);
  const second = await read(`?after=${first.cursor}&limit=1`);
  expect([first, second].map((page) => page.events.map(({ data }) => data?.FullName))).toEqual([
    ['bob'],
    ['eve'],
  ]);
});

it('an export and the events after its cursor are the table', async () => {
  await register('ann');
  const exported = await service.app.inject({ url: '/users:export', headers: { authorization } });
  await register('bob');
  await service.app.inject({
    method: 'DELETE',
    url: '/users/ann@example.org',
    headers: { authorization },
  });
  const rows = exported.body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { ID: string });
  const { events } = await read(`?after=${String(exported.headers['events-cursor'])}`);
  const table = replay(
    events.map((event) => ({
      ...event,
      ...{ userId: event.subject, at: event.time, cursor: '', data: event.data ?? null },
    })),
    new Map(rows.map((row) => [row.ID, row])),
  );
  expect([...table.values()]).toMatchObject([{ FullName: 'bob' }]);
});

it('a reader that waits gets the next event as soon as it is there', async () => {
  const cursor = await now();
  const waiting = read(`?after=${cursor}&wait=30`);
  await register('late');
  expect((await waiting).events.map(({ data }) => data?.FullName)).toEqual(['late']);
});

it('a reader that waits in vain gets its cursor again', async () => {
  const cursor = await now();
  expect(await read(`?after=${cursor}&wait=1`)).toEqual({ events: [], cursor });
});

it.each(['x', '0-0-0-zzzzzzzz', '9999999999-1-1-00000000', '-1-1-1-00000000'])(
  '%s is no cursor',
  async (after) => {
    expect((await get(`?after=${after}`)).json()).toMatchObject({
      status: 400,
      code: 'invalid_cursor',
    });
  },
);

it('a cursor whose event is gone is told, with the way to start anew', async () => {
  const reply = (await get('?after=0-1-1-00000000')).json<{ detail: string }>();
  expect(reply).toMatchObject({ status: 410, code: 'cursor_expired' });
  expect(reply.detail).toMatch(/users:export/);
  expect((await get('?after=0-1-1-00000000', { accept: 'text/event-stream' })).statusCode).toBe(
    410,
  );
});

it('nobody reads without a key', async () => {
  expect((await service.app.inject('/events')).statusCode).toBe(401);
});

describe('over a connection', () => {
  let base: string;
  beforeAll(async () => {
    await service.app.listen({ host: '127.0.0.1', port: 0 });
    base = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  });

  async function* framesOf(cursor: string) {
    const headers = { authorization, accept: 'text/event-stream', 'last-event-id': cursor };
    const { body } = await fetch(`${base}/events`, { headers });
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of body!) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const frames = text.split('\n\n');
      text = frames.pop()!;
      yield* frames;
    }
  }

  it('a stream begins with its cursor, and goes on from there when it comes back', async () => {
    const frames = framesOf(await now());
    const { value: ready } = await frames.next();
    expect(ready).toMatch(/^id: \S+\nevent: ready\n/);
    await register('one');
    const { value: first } = await frames.next();
    const [, cursor = '', data = ''] = /^id: (\S+)\ndata: (.*)$/.exec(String(first)) ?? [];
    expect((JSON.parse(data) as Wire).data?.FullName).toBe('one');
    await frames.return(undefined);
    await register('two');
    const again = framesOf(cursor);
    await again.next();
    expect(String((await again.next()).value)).toContain('"FullName":"two"');
    await again.return(undefined);
  });

  it('no frame names a cursor past events that come after it', async () => {
    const cursor = await now();
    await register('three');
    await register('four');
    const frames = framesOf(cursor);
    const ids: (string | undefined)[] = [];
    for (const name of [null, 'three', 'four']) {
      const { value } = await frames.next();
      if (name !== null) expect(value).toContain(`"FullName":"${name}"`);
      ids.push(/^id: (\S+)$/m.exec(String(value))?.[1]);
    }
    await frames.return(undefined);
    const { events, cursor: end } = await read(`?after=${ids[1]}`);
    expect(events.map(({ data }) => data?.FullName)).toEqual(['four']);
    expect(ids).toEqual([undefined, expect.any(String), end]);
  });

  it('a stop does not wait for readers', async () => {
    const other = await createTestApp(await embeddedTestStores(), { API_KEYS: 'key' });
    await other.app.listen({ host: '127.0.0.1', port: 0 });
    const at = `http://127.0.0.1:${(other.app.server.address() as AddressInfo).port}/events`;
    const exported = await other.app.inject({ url: '/users:export', headers: { authorization } });
    const after = String(exported.headers['events-cursor']);
    const stream = await fetch(at, { headers: { authorization, accept: 'text/event-stream' } });
    const waiting = fetch(`${at}?wait=30&after=${after}`, { headers: { authorization } });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const began = performance.now();
    const [reply] = await Promise.all([waiting, stream.text(), other.close()]);
    expect(reply.status).toBe(200);
    expect(performance.now() - began).toBeLessThan(25_000);
  });
});
