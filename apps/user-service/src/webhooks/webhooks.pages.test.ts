// What happens while a page is delivered, and to those beside it.
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { isSigned, startWebhookReceiver } from '../testing/webhook-receiver.js';

let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
let world: TestApp;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  const config = {
    API_KEYS: 'key',
    WEBHOOK_KEYS: 'k'.repeat(32),
    OUTBOUND_ALLOW_HOSTS: receiver.host,
  };
  const delivery = { pollMs: 20, firstPauseMs: 20, graceMs: 50, lookAgainMs: 0 };
  world = await createTestApp(undefined, config, { rateLimitMax: 0 }, delivery);
});
beforeEach(async () => {
  await world.reset();
  receiver.received.length = 0;
  receiver.takeAll();
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

async function send<Body>(method: 'POST' | 'DELETE', url: string, payload?: object) {
  const headers = { authorization: 'Bearer key' };
  const reply = await world.app.inject({ method, url, headers, ...(payload && { payload }) });
  expect(reply.statusCode).toBeLessThan(300);
  return (reply.body === '' ? null : reply.json()) as Body;
}
const make = (url = receiver.url) =>
  send<{ webhook: { id: string }; secret: string }>('POST', '/webhooks', { url });
const register = (name: string) => world.register({ FullName: name, Email: `${name}@example.org` });
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** A page of forty registrations, each of which takes the receiver a moment; amid it something changes. */
async function amidPage(change: (webhookId: string) => Promise<unknown>) {
  for (let n = 0; n < 40; n += 1) await register(`amid${n}`);
  const { webhook, secret } = await make();
  receiver.setReply((response, one) => {
    one.taken = true;
    setTimeout(() => response.writeHead(200).end(), 30);
  });
  await send('POST', `/webhooks/${webhook.id}/replay`, {});
  await receiver.until(1);
  await change(webhook.id);
  return { secret, later: () => receiver.received.slice(before) };
}
/** More than have come when the change is made, with those that are under way. */
const before = 20;

it('one that is removed amid a page gets what is under way, and nothing else', async () => {
  await amidPage((id) => send('DELETE', `/webhooks/${id}`));
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(receiver.received.length).toBeLessThan(before);
});

it('a secret that ends amid a page signs nothing more', async () => {
  let fresh = '';
  const { secret, later } = await amidPage(async (id) => {
    const path = `/webhooks/${id}/rotate`;
    ({ secret: fresh } = await send<{ secret: string }>('POST', path, { overlap: 0 }));
  });
  await receiver.until(40);
  expect(later().every((one) => isSigned(one, fresh) && !isSigned(one, secret))).toBe(true);
});

it('who is deleted amid a page is sent with no data from then on', async () => {
  const { later } = await amidPage(() => send('DELETE', '/users/amid39@example.org'));
  await receiver.until(41);
  const last = later().find(({ event }) => event.type === 'user.registered' && !event.data);
  expect(last).toBeDefined();
  expect(
    later()
      .map(({ raw }) => raw)
      .join(),
  ).not.toContain('amid39');
});

it('one whose secret cannot be read here is left to replicas that can', async () => {
  const { webhook } = await make();
  await world.query(
    `UPDATE webhooks SET secrets = jsonb_set(secrets, '{0,sealed}', '"v1.unreadable"')`,
  );
  await register('ann');
  await until(async () => world.lines.join().includes('WEBHOOK_KEYS lacks the key'));
  await until(async () => {
    const [row] = (await world.query('SELECT claim FROM webhooks')) as [{ claim: string | null }];
    return row.claim === null;
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  const rows = await world.query('SELECT id::text, claim, due_at <= now() AS due FROM webhooks');
  expect(rows).toEqual([{ id: webhook.id, claim: null, due: true }]);
});

it('forty that hang leave one of the same host alone', async () => {
  receiver.setReply((response, one) => {
    if (!one.path.includes('good')) return;
    one.taken = true;
    response.writeHead(200).end();
  });
  for (let n = 0; n < 40; n += 1) await make(`${receiver.url}/hangs/${n}`);
  await register('ann');
  await receiver.until(40);
  await make(`${receiver.url}/good`);
  await register('bob');
  await until(async () => receiver.received.some(({ taken }) => taken));
});

// Longer than the time for headers that other calls of services have.
it('a receiver that thinks for nine seconds has taken it', async () => {
  await make();
  receiver.setReply((response, one) => {
    one.taken = true;
    setTimeout(() => response.writeHead(200).end(), 9_000);
  });
  await register('ann');
  await until(async () => (await world.query('SELECT FROM webhook_attempts')).length > 0);
  expect(await world.query('SELECT outcome FROM webhook_attempts')).toEqual([
    { outcome: 'delivered' },
  ]);
});
