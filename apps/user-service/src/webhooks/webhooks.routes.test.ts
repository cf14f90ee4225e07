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
  // The deliveries of the log are another test's.
  world = await createTestApp(undefined, config, { rateLimitMax: 0 }, { pollMs: 1e9 });
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

const send = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
  world.app.inject({
    method,
    url,
    headers: { authorization: 'Bearer key' },
    ...(payload && { payload }),
  });
interface Made {
  readonly webhook: { readonly id: string; readonly cursor: string };
  readonly secret: string;
}
async function make(draft: object = {}): Promise<Made> {
  const reply = await send('POST', '/webhooks', { url: receiver.url, ...draft });
  expect(reply.statusCode).toBe(201);
  return reply.json<Made>();
}
const register = (name: string) => world.register({ FullName: name, Email: `${name}@example.org` });
const audited = async () => {
  const { entries } = (await send('GET', '/audit')).json<{ entries: { action: string }[] }>();
  return entries.map(({ action }) => action).reverse();
};

it('a webhook is made with a secret that is shown once, and begins with what comes next', async () => {
  const { webhook, secret } = await make({ types: ['user.deleted', 'user.deleted'] });
  const { cursor } = (await send('GET', '/events?limit=1000')).json<{ cursor: string }>();
  expect(webhook).toEqual({
    id: expect.any(String),
    url: receiver.url,
    types: ['user.deleted'],
    created: expect.stringMatching(/^\d{4}-.*Z$/),
    cursor,
    failures: 0,
    failingSince: null,
    nextAttempt: null,
    off: null,
    offReason: null,
  });
  const listed = await send('GET', '/webhooks');
  expect(listed.json()).toEqual({ webhooks: [webhook] });
  expect(listed.headers['cache-control']).toBe('no-store');
  expect(listed.body).not.toContain(secret.slice(6));
});

it.each([
  'http://example.org/',
  'https://example.org:8443/',
  'https://user:word@example.org/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://10.0.0.1/',
  'https://169.254.169.254/latest',
  'https://2130706433/',
  'https://intranet/',
  'https://intranet./',
  'https://a..example.org/',
  `https://${'a'.repeat(64)}.example.org/`,
  `https://${'a.'.repeat(130)}org/`,
  'file:///etc/passwd',
  'example.org',
])('%s is refused as a URL', async (url) => {
  const reply = await send('POST', '/webhooks', { url });
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({
    code: 'invalid_payload',
    errors: [{ pointer: '/url', detail: expect.stringContaining('https') }],
  });
  expect(await audited()).toEqual([]);
});

it.each(['\\', '#', ' ', '\0', '\n', 'ö'])('a URL with %j in it is refused', async (odd) => {
  for (const url of [`https://example.org/${odd}x`, `https://example.org/?q=${odd}`]) {
    const reply = await send('POST', '/webhooks', { url });
    expect([url, reply.statusCode]).toEqual([url, 400]);
    expect(reply.json()).toMatchObject({ errors: [{ pointer: '/url' }] });
  }
});

it('a name that leads to a private address is refused at each try, and looks like a dead host', async () => {
  // The operating system is asked for no name that is not allowed, and DNS answers none with a private address.
  const { webhook } = await make();
  await world.query(`UPDATE webhooks SET url = 'https://localhost/'`);
  const reply = await send('POST', `/webhooks/${webhook.id}/test`);
  expect(reply.json()).toMatchObject({ outcome: 'failed', reason: 'upstream_unreachable' });
});

it('a test event is sent once, signed, and listed', async () => {
  const { webhook, secret } = await make();
  const reply = await send('POST', `/webhooks/${webhook.id}/test`);
  expect(reply.statusCode).toBe(200);
  const [one] = receiver.received;
  expect(receiver.received).toHaveLength(1);
  expect(isSigned(one!, secret)).toBe(true);
  expect(one!.event).toMatchObject({ type: 'webhook.test', subject: webhook.id, id: one!.id });
  const attempt = { event: one!.id, type: 'webhook.test', outcome: 'delivered' };
  expect(reply.json()).toMatchObject({ ...attempt, reason: 'status_204' });
  const listed = await send('GET', `/webhooks/${webhook.id}/deliveries`);
  expect(listed.json()).toMatchObject({ deliveries: [attempt], cursor: null });
});

it('a test event of a webhook whose secret cannot be read is refused, until it is rotated without overlap', async () => {
  const { webhook } = await make();
  await world.query(
    `UPDATE webhooks SET secrets = jsonb_set(secrets, '{0,sealed}', '"v1.00000000.AAAA"')`,
  );
  const path = `/webhooks/${webhook.id}`;
  const reply = await send('POST', `${path}/test`);
  expect(reply.statusCode).toBe(409);
  expect(reply.json()).toMatchObject({ code: 'webhook_secret_unreadable' });
  expect((await send('GET', `${path}/deliveries`)).json()).toMatchObject({ deliveries: [] });
  await send('POST', `${path}/rotate`, { overlap: 0 });
  expect((await send('POST', `${path}/test`)).json()).toMatchObject({ outcome: 'delivered' });
});

it('a new secret signs beside the former one for the overlap', async () => {
  const { webhook, secret } = await make();
  const rotate = async (overlap: number) =>
    (await send('POST', `/webhooks/${webhook.id}/rotate`, { overlap })).json<Made>().secret;
  const second = await rotate(60);
  const test = () => send('POST', `/webhooks/${webhook.id.toUpperCase()}/test`);
  await test();
  const third = await rotate(0);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await test();
  const signs = receiver.received.map((one) =>
    [secret, second, third].map((each) => isSigned(one, each)),
  );
  expect(signs).toEqual([
    [true, true, false],
    [false, false, true],
  ]);
});

it('deliveries come in pages, the newest first', async () => {
  const { webhook } = await make();
  for (let n = 0; n < 3; n += 1) await send('POST', `/webhooks/${webhook.id}/test`);
  const url = `/webhooks/${webhook.id}/deliveries`;
  interface Page {
    readonly deliveries: { readonly event: string }[];
    readonly cursor: string | null;
  }
  const first = (await send('GET', `${url}?limit=2`)).json<Page>();
  const rest = (await send('GET', `${url}?limit=2&after=${first.cursor}`)).json<Page>();
  const ids = [...first.deliveries, ...rest.deliveries].map(({ event }) => event);
  expect(ids).toEqual(receiver.received.map(({ id }) => id).reverse());
  expect(rest.cursor).toBeNull();
});

it('a replay begins after its cursor, or with the oldest event', async () => {
  const { webhook } = await make();
  await register('ann');
  const { cursor } = (await send('GET', '/events?limit=1000')).json<{ cursor: string }>();
  const replay = async (body: object) =>
    (await send('POST', `/webhooks/${webhook.id}/replay`, body)).json<{ cursor: string }>().cursor;
  expect(await replay({ after: cursor })).toBe(cursor);
  expect(await replay({ after: webhook.cursor })).toBe(webhook.cursor);
  expect(await replay({})).toBeNull();
});

it('what changes a webhook is in the audit log, with the key and the id', async () => {
  const { webhook } = await make();
  await send('POST', `/webhooks/${webhook.id}/rotate`, {});
  await send('POST', `/webhooks/${webhook.id}/replay`, {});
  await send('DELETE', `/webhooks/${webhook.id}`);
  expect(await audited()).toEqual([
    'webhook.created',
    'webhook.rotated',
    'webhook.replayed',
    'webhook.deleted',
  ]);
  const { entries } = (await send('GET', '/audit')).json<{ entries: object[] }>();
  expect(entries).toEqual(
    entries.map(() => expect.objectContaining({ key: 'environment', subject: webhook.id })),
  );
});

it('no webhooks without a key that encrypts their secrets', async () => {
  const without = await createTestApp(undefined, { API_KEYS: 'key' });
  const reply = await without.app.inject({
    url: '/webhooks',
    headers: { authorization: 'Bearer key' },
  });
  expect(reply.statusCode).toBe(404);
  await without.close();
});
