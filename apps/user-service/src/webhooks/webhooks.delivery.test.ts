import { createTestApp, type TestApp } from '../testing/test-app.js';
import { historyOf, isSigned, startWebhookReceiver } from '../testing/webhook-receiver.js';

let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
let slow: typeof receiver;
let world: TestApp;
beforeAll(async () => {
  [receiver, slow] = await Promise.all([startWebhookReceiver(), startWebhookReceiver()]);
  const config = {
    API_KEYS: 'key',
    WEBHOOK_KEYS: 'k'.repeat(32),
    OUTBOUND_ALLOW_HOSTS: `${receiver.host} ${slow.host}`,
  };
  const overrides = { rateLimitMax: 0 };
  const delivery = { pollMs: 20, firstPauseMs: 20, graceMs: 50 };
  world = await createTestApp(undefined, config, overrides, delivery);
});
beforeEach(async () => {
  await world.reset();
  for (const each of [receiver, slow]) {
    each.received.length = 0;
    each.takeAll();
  }
});
afterAll(async () => {
  await slow.close();
  await world.close();
  await receiver.close();
});

async function send<Body>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
) {
  const headers = { authorization: 'Bearer key' };
  const reply = await world.app.inject({ method, url, headers, ...(payload && { payload }) });
  expect(reply.statusCode).toBeLessThan(300);
  return (reply.body === '' ? null : reply.json()) as Body;
}
interface Wire {
  readonly id: string;
  readonly cursor: string;
  readonly failures: number;
  readonly off: string | null;
  readonly offReason: string | null;
}
const make = async (url = receiver.url, types: string[] = []) => {
  const body = { url, types };
  return send<{ webhook: Wire; secret: string }>('POST', '/webhooks', body);
};
const register = (name: string) => world.register({ FullName: name, Email: `${name}@example.org` });
const webhooks = async () => (await send<{ webhooks: Wire[] }>('GET', '/webhooks')).webhooks;
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}
/** Until nothing is left for any webhook. */
const untilSettled = () =>
  until(async () => {
    const [row] = (await world.query(`
      SELECT count(*)::int AS left FROM webhooks,
        (SELECT epoch, xid, seq FROM user_events ORDER BY epoch DESC, xid DESC, seq DESC LIMIT 1) AS newest
      WHERE (after_epoch, after_xid, after_seq) < (newest.epoch, newest.xid, newest.seq)`)) as [
      { left: number },
    ];
    return row.left === 0;
  });
/** Nobody waits for the pauses. */
const makeDue = () => world.query(`UPDATE webhooks SET due_at = now() - interval '1 second'`);
const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type);

it('each change is sent once, signed as the foreign library checks it, with the event as the feed has it', async () => {
  const { secret } = await make();
  await register('ann');
  await send('PATCH', '/users/ann@example.org', { Phone: '1' });
  await untilSettled();
  const { events } = await send<{ events: object[] }>('GET', '/events?limit=1000');
  expect(receiver.received.map(({ event }) => event)).toEqual(events.slice(-2));
  for (const one of receiver.received) {
    expect(isSigned(one, secret)).toBe(true);
    expect(one.id).toBe(one.event.id);
    expect(one.headers['content-type']).toBe('application/cloudevents+json');
  }
  const [one] = receiver.received;
  expect(isSigned({ ...one!, raw: one!.raw.replace('ann', 'eve') }, secret)).toBe(false);
});

it('only the types that are wanted are sent', async () => {
  await make(receiver.url, ['user.deleted']);
  await register('ann');
  await send('DELETE', '/users/ann@example.org');
  await untilSettled();
  expect(typesOf(receiver.received.map(({ event }) => event))).toEqual(['user.deleted']);
});

it('what is not taken is sent again under its id, signed anew, and nothing of that user before it', async () => {
  const { secret } = await make();
  let tries = 0;
  receiver.setReply((response, one) => {
    one.taken = (tries += 1) > 3;
    response.writeHead(one.taken ? 200 : 500).end();
  });
  await register('ann');
  await send('PATCH', '/users/ann@example.org', { Phone: '1' });
  await until(async () => {
    await makeDue();
    return receiver.received.filter(({ taken }) => taken).length === 2;
  });
  const ids = receiver.received.map(({ id }) => id);
  expect(new Set(ids.slice(0, 4)).size).toBe(1);
  expect(typesOf(receiver.received.slice(-2).map(({ event }) => event))).toEqual([
    'user.registered',
    'user.updated',
  ]);
  expect(receiver.received.every((one) => isSigned(one, secret))).toBe(true);
  await until(async () => (await webhooks())[0]!.failures === 0);
  const { deliveries } = await send<{ deliveries: { outcome: string; reason: string }[] }>(
    'GET',
    `/webhooks/${(await webhooks())[0]!.id}/deliveries`,
  );
  expect(deliveries.slice(-4).map(({ reason }) => reason)).toEqual([
    'status_200',
    ...Array.from({ length: 3 }, () => 'status_500'),
  ]);
});

it('a receiver that never answers delays itself alone', async () => {
  slow.setReply(() => {});
  await make(slow.url);
  await make();
  for (const name of ['ann', 'bob', 'eve']) await register(name);
  await receiver.until(3);
  await slow.until(1);
  expect((await webhooks()).map(({ failures }) => failures)).toEqual([0, 0]);
});

it('one that answers 410 is switched off, told in the log and counted, until it is replayed', async () => {
  receiver.setReply((response) => response.writeHead(410).end());
  const { webhook } = await make();
  await register('ann');
  const before = world.lines.length;
  const told = () =>
    world.lines
      .slice(before)
      .map((line) => JSON.parse(line) as { msg: string })
      .filter(({ msg }) => msg === 'a webhook is switched off');
  await until(async () => told().length > 0);
  expect(told()).toMatchObject([{ webhook: webhook.id, reason: 'gone' }]);
  expect((await webhooks())[0]).toMatchObject({ offReason: 'gone' });
  expect(await world.metrics()).toContain(
    'user_webhooks_off_total{reason="gone",service="test"} 1',
  );
  receiver.takeAll();
  await send('POST', `/webhooks/${webhook.id}/replay`, { after: webhook.cursor });
  await untilSettled();
  expect(historyOf(receiver.received).events).toHaveLength(1);
});

it('one whose next events are pruned is switched off, and skips nothing in silence', async () => {
  receiver.setReply((response) => response.writeHead(500).end());
  await register('first');
  await make();
  for (const name of ['ann', 'bob']) await register(name);
  await until(async () => (await webhooks())[0]!.failures > 0);
  await world.query(`
    DELETE FROM user_events WHERE seq < (SELECT max(seq) FROM user_events)`);
  await until(async () => {
    await makeDue();
    return (await webhooks())[0]!.off !== null;
  });
  expect((await webhooks())[0]).toMatchObject({ offReason: 'cursor_expired' });
  expect(historyOf(receiver.received).events).toEqual([]);
});

it('who was removed meanwhile is sent with no data, as in the feed', async () => {
  receiver.setReply((response) => response.writeHead(500).end());
  await make();
  await register('ann');
  await receiver.until(1);
  await send('DELETE', '/users/ann@example.org');
  // What was read before the removal may be under way.
  await until(async () => (await webhooks())[0]!.failures > 0);
  receiver.takeAll();
  const before = receiver.received.length;
  await until(async () => {
    await makeDue();
    return receiver.received.filter(({ taken }) => taken).length >= 2;
  });
  const taken = receiver.received.slice(before).filter((one) => one.taken);
  expect(typesOf(taken.map(({ event }) => event))).toEqual(['user.registered', 'user.deleted']);
  expect(taken.map(({ raw }) => raw).join()).not.toContain('ann');
});

it('of many users at once each has the order of the changes, also when every fifth try fails', async () => {
  await make();
  let tries = 0;
  receiver.setReply((response, one) => {
    one.taken = (tries += 1) % 5 > 0;
    // Some are slower than others, so that lanes overtake each other.
    setTimeout(() => response.writeHead(one.taken ? 200 : 503).end(), tries % 7);
  });
  const names = Array.from({ length: 20 }, (_, n) => `u${n}`);
  for (const name of names) await register(name);
  for (const name of names) await send('PATCH', `/users/${name}@example.org`, { Phone: '1' });
  for (const name of names) await send('DELETE', `/users/${name}@example.org`);
  await until(async () => {
    await makeDue();
    return historyOf(receiver.received).events.length === 60;
  });
  const { events, table } = historyOf(receiver.received);
  for (const subject of new Set(events.map((event) => event.subject))) {
    const own = events.filter((event) => event.subject === subject);
    expect(typesOf(own)).toEqual(['user.registered', 'user.updated', 'user.deleted']);
  }
  expect(table.size).toBe(0);
});

it('no secret, URL or person is in any line of the log', async () => {
  const { secret } = await make(`${receiver.url}?token=hidden`);
  await register('annabel');
  await untilSettled();
  const log = world.lines.join('');
  for (const told of [secret, secret.slice(6), 'token=hidden', 'annabel']) {
    expect(log).not.toContain(told);
  }
  const kept = JSON.stringify(await world.query('SELECT * FROM webhooks'));
  expect(kept).not.toContain(secret.slice(6));
});
