import { createRecordingMailServer, mailConfig, pathOf } from '../testing/recording-mail-server.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

const server = createRecordingMailServer();
let service: TestApp;
beforeAll(async () => {
  const config = { ...mailConfig, API_KEYS: 'key' };
  const mails = { sender: server, settings: { pollMs: 10, firstPauseMs: 20 } };
  service = await createTestApp(undefined, config, { rateLimitMax: 0 }, {}, mails);
});
beforeEach(async () => {
  await service.reset();
  server.mails.length = 0;
  server.reply({ outcome: 'sent' });
});
afterAll(() => service.close());

const authorization = 'Bearer key';
const ann = { FullName: 'Ann Lee', Email: 'ann@example.org' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const get = (url: string, headers = {}) => service.app.inject({ url, headers });
const press = (url: string, headers: Record<string, string> = form) =>
  service.app.inject({ method: 'POST', url, headers });
const ask = (Email: unknown) =>
  service.app.inject({ method: 'POST', url: '/users/verification', payload: { Email } });
async function untilMails(count: number) {
  while (server.mails.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(server.mails).toHaveLength(count);
  return server.mails.at(-1)!;
}
/** Until nothing is due, nor asked for. */
async function untilIdle(): Promise<void> {
  for (;;) {
    const [row] = (await service.query(`SELECT
      (SELECT count(*) FROM verification_mails WHERE due_at IS NOT NULL)::int +
      (SELECT count(*) FROM verification_requests)::int AS left`)) as [{ left: number }];
    if (row.left === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
const verifiedAt = async () => {
  const reply = await get('/users', { authorization });
  const [user] = reply.json<{ data: { EmailVerifiedAt: string | null }[] }>().data;
  return user!.EmailVerifiedAt;
};

it('a registration is replied to as documented, and its mail has a link that proves when the button is pressed', async () => {
  const reply = await service.register(ann);
  expect(reply.statusCode).toBe(200);
  const { ID } = reply.json<{ data: { ID: string } }>().data;
  expect(reply.json()).toEqual({ data: { ID, ...ann, Phone: '', ContactAddress: '' } });
  const mail = await untilMails(1);
  expect(mail.to).toBe(ann.Email);
  expect(await verifiedAt()).toBeNull();

  const path = pathOf(mail);
  expect(path).toMatch(/^\/users\/verification\/[\w-]{43}$/);
  for (let scan = 0; scan < 3; scan += 1) {
    const page = await get(path);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<form method="post"><button>');
  }
  await service.app.inject({ method: 'HEAD', url: path });
  expect(await verifiedAt()).toBeNull();

  const done = await press(path);
  expect(done.statusCode).toBe(200);
  expect(done.body).toContain('The address is confirmed');
  expect(Date.parse((await verifiedAt())!)).not.toBeNaN();
  // To the documented route it is the user as before.
  expect((await service.find(ann.Email)).json()).toEqual(reply.json());
});

it('a link is valid once, and what is not valid looks alike', async () => {
  await service.register(ann);
  const path = pathOf(await untilMails(1));
  await press(path);
  const unknown = `/users/verification/${'A'.repeat(43)}`;
  const replies = [await press(path), await press(unknown), await press(`${unknown}A`)];
  for (const reply of replies) {
    expect(reply.statusCode).toBe(404);
    expect(reply.body).toBe(replies[0]!.body);
  }
  // Before the press nobody learns whether a link is valid.
  expect((await get(path)).body).toBe((await get(unknown)).body);
  expect((await get(`${unknown}A`)).statusCode).toBe(404);
});

it.each([
  ['a form', form, 'a=%zz&b'],
  ['broken JSON', { 'content-type': 'application/json' }, '{'],
  ['nothing, without a type', {}, undefined],
])('a press with %s is a press', async (_name, headers, payload) => {
  await service.register(ann);
  const path = pathOf(await untilMails(1));
  const request = { method: 'POST', url: path, headers, ...(payload && { payload }) } as const;
  expect((await service.app.inject(request)).statusCode).toBe(200);
});

it('pages are kept nowhere, framed nowhere, and their address is told to nobody', async () => {
  const path = `/users/verification/${'A'.repeat(43)}`;
  for (const reply of [await get(path), await press(path)]) {
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(reply.headers['content-security-policy']).toBe(
      "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
    );
  }
});

it('writes in the language of who registers or asks, and shows pages in that of the browser', async () => {
  await service.register(ann, { 'accept-language': 'ar-EG, de;q=0.5' });
  const mail = await untilMails(1);
  expect(mail.html).toContain('<html lang="ar" dir="rtl">');
  const page = await get(pathOf(mail), { 'accept-language': 'ja' });
  expect(page.body).toContain('<html lang="ja" dir="ltr">');
  expect(page.headers.vary).toContain('Accept-Language');
});

it('asking again gets the same reply whoever is registered, proven or unknown', async () => {
  await service.register(ann);
  await press(pathOf(await untilMails(1)));
  await service.register({ FullName: 'Bob', Email: 'bob@example.org' });
  await untilMails(2);
  const replies = [];
  for (const email of [
    ann.Email,
    'bob@example.org',
    'nobody@example.org',
    ' nobody@example.org ',
  ]) {
    replies.push(await ask(email));
  }
  for (const reply of replies) {
    expect(reply.statusCode).toBe(202);
    expect(reply.body).toBe('');
    const own = { date: '', 'x-request-id': '' };
    expect({ ...reply.headers, ...own }).toEqual({ ...replies[0]!.headers, ...own });
  }
  await untilIdle();
  expect(server.mails).toHaveLength(2);
});

it.each(['no address', 'a@b@example.org', 'ann@example.org\r\nBcc: eve@example.org', '', 7])(
  'refuses %j, which cannot be an e-mail, before it looks',
  async (email) => {
    expect((await ask(email)).statusCode).toBe(400);
  },
);

it('a change of e-mail takes the proof away, and writes to the new one', async () => {
  await service.register(ann);
  await press(pathOf(await untilMails(1)));
  const change = {
    method: 'PATCH',
    url: `/users/${ann.Email}`,
    headers: { authorization },
  } as const;
  const kept = await service.app.inject({ ...change, payload: { Phone: '1' } });
  expect(kept.json().data.EmailVerifiedAt).toEqual(expect.any(String));
  // The next mail is a minute later.
  await service.query(`UPDATE verification_mails SET asked_at = asked_at - interval '1 minute'`);
  const moved = await service.app.inject({ ...change, payload: { Email: 'lee@example.org' } });
  expect(moved.json().data).toMatchObject({ Email: 'lee@example.org', EmailVerifiedAt: null });
  expect((await untilMails(2)).to).toBe('lee@example.org');
});

it('what an identity provider writes sends no mail, and another userName takes the proof away', async () => {
  const { ID } = (await service.register(ann)).json<{ data: { ID: string } }>().data;
  await press(pathOf(await untilMails(1)));
  const scim = (method: 'POST' | 'PATCH', path: string, payload: object) =>
    service.app.inject({
      method,
      url: `/scim/v2/Users${path}`,
      headers: { authorization },
      payload,
    });
  const operation = { op: 'replace', path: 'userName', value: 'lee@example.org' };
  const changed = await scim('PATCH', `/${ID}`, { Operations: [operation] });
  expect(changed.statusCode).toBe(200);
  expect(await verifiedAt()).toBeNull();
  expect((await scim('POST', '', { userName: 'bob@example.org' })).statusCode).toBe(201);
  await untilIdle();
  expect(server.mails).toHaveLength(1);
});

it('what is proven is in lists and exports, and an event', async () => {
  await service.register(ann);
  await press(pathOf(await untilMails(1)));
  const exported = await get('/users:export', { authorization });
  expect(JSON.parse(exported.body)).toMatchObject({
    Email: ann.Email,
    EmailVerifiedAt: expect.any(String),
  });
  const feed = await get('/events?wait=5&limit=1000', { authorization });
  const events = feed.json<{ events: { type: string; data: object }[] }>().events;
  const last = events.at(-1)!;
  expect(last.type).toBe('user.verified');
  expect(Object.keys(last.data)).toEqual(['ID', 'FullName', 'Email', 'Phone', 'ContactAddress']);
});

it('counts mails and presses', async () => {
  await service.register(ann);
  const path = pathOf(await untilMails(1));
  await untilIdle();
  await press(path);
  const metrics = await service.metrics();
  expect(metrics).toMatch(/user_verification_mails_total\{[^}]*outcome="sent"[^}]*\} [1-9]/);
  expect(metrics).toMatch(/user_verification_mails_total\{[^}]*outcome="given_up"[^}]*\} 0/);
  expect(metrics).toMatch(/user_verifications_total\{[^}]*outcome="verified"[^}]*\} [1-9]/);
});

it('the log holds no address and no link', async () => {
  await service.register(ann);
  const path = pathOf(await untilMails(1));
  await press(path);
  await ask(ann.Email);
  const log = JSON.stringify(service.lines);
  expect(log).not.toContain(ann.Email);
  expect(log).not.toContain(path.split('/').at(-1));
});
