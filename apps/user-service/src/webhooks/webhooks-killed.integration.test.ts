// On a server of its own: it is killed, and a transaction that writes anywhere on a server holds back the events of all its
// databases.
import {
  createTestDatabase,
  openLockSession,
  type OwnServer,
  startOwnServer,
  type TestDatabase,
} from '@triptych/postgres/testing';
import type { ServiceProcess } from '@triptych/testing';
import { endServices, launchService, run } from '../testing/service-process.js';
import {
  type History,
  historyOf,
  isSigned,
  startWebhookReceiver,
} from '../testing/webhook-receiver.js';

let server: OwnServer;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
let database: TestDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  server = await startOwnServer();
}, 60_000);
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  database = await createTestDatabase(server.url);
  env = {
    DATABASE_URL: database.url,
    API_KEYS: 'key',
    WEBHOOK_KEYS: 'k'.repeat(32),
    OUTBOUND_ALLOW_HOSTS: receiver.host,
  };
  expect((await run(['migrate'], env).exited)[0]).toBe(0);
}, 60_000);
afterEach(async () => {
  endServices();
  await receiver.close();
  await database.drop();
});
afterAll(() => server.destroy());

const authorization = 'Bearer key';
async function send(service: ServiceProcess, method: string, path: string, body?: object) {
  const reply = await fetch(service.address + path, {
    method,
    headers: { authorization },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, text: await reply.text() };
}
async function make(service: ServiceProcess): Promise<string> {
  const { status, text } = await send(service, 'POST', '/webhooks', { url: receiver.url });
  expect(status).toBe(201);
  return (JSON.parse(text) as { secret: string }).secret;
}

/** Registers, edits and deletes one user after another, whatever the replies, until it is told to stop. */
async function write(
  services: () => readonly ServiceProcess[],
  side: number,
  mayGoOn: () => boolean,
) {
  for (let n = 0; mayGoOn(); n += 1) {
    const Email = `s${side}-n${n}@example.org`;
    const path = `/users/${Email}`;
    for (const [method, to, body] of [
      ['POST', '/users', { FullName: 'N', Email }],
      ['PATCH', path, { Phone: String(n) }],
      ...(n % 3 === 0 ? [['DELETE', path] as const] : []),
    ] as const) {
      const [service] = services().slice((n + side) % 2);
      if (service) await send(service, method, to, body).catch(() => {});
    }
  }
}

async function query<Row>(text: string): Promise<Row[]> {
  const session = await openLockSession(database.url);
  try {
    return await session.query<Row>(text);
  } finally {
    await session.end();
  }
}

/** As when the pauses and leases of those who are gone are over. */
const passTime = () => query('UPDATE webhooks SET due_at = now(), claimed_until = now()');

async function untilDelivered(): Promise<void> {
  for (;;) {
    const [row] = await query<{ left: number }>(`
      SELECT count(*)::int AS left FROM webhooks,
        (SELECT epoch, xid, seq FROM user_events ORDER BY epoch DESC, xid DESC, seq DESC LIMIT 1) AS newest
      WHERE (after_epoch, after_xid, after_seq) < (newest.epoch, newest.xid, newest.seq)`);
    if (row!.left === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Exactly the table, every event of the log, and of each user in its order. */
async function expectWhole({ events, table }: History): Promise<void> {
  const users = await query<{ id: string; email: string; phone: string }>(
    'SELECT id, email, phone FROM users',
  );
  const kept = [...table].map(([id, { Email, Phone }]) => ({ id, email: Email, phone: Phone }));
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  expect(kept.sort(byId)).toEqual(users.sort(byId));
  const log = await query<{ id: string; user_id: string }>(
    'SELECT id, user_id FROM user_events ORDER BY epoch, xid, seq',
  );
  const idsByUser = (list: readonly { id: string; user: string }[]) => {
    const byUser: Record<string, string[]> = {};
    for (const { id, user } of list) (byUser[user] ??= []).push(id);
    return byUser;
  };
  expect(idsByUser(events.map(({ id, subject }) => ({ id, user: subject })))).toEqual(
    idsByUser(log.map(({ id, user_id }) => ({ id, user: user_id }))),
  );
}

it('two replicas share the work: each event is sent once', async () => {
  const services = await Promise.all([launchService(env), launchService(env)]);
  const secrets = [await make(services[0]), await make(services[1])];
  let left = 20;
  await Promise.all(
    [0, 1, 2].map((side) =>
      write(
        () => services,
        side,
        () => (left -= 1) > 0,
      ),
    ),
  );
  await untilDelivered();
  for (const secret of secrets) {
    const own = receiver.received.filter((one) => isSigned(one, secret));
    expect(new Set(own.map(({ id }) => id)).size).toBe(own.length);
    await expectWhole(historyOf(own));
  }
  expect(await Promise.all(services.map(({ stop }) => stop()))).toEqual([0, 0]);
}, 60_000);

// Longer than five seconds: processes and a database start many times.
it('kills of replicas, database and receiver lose nothing, and mix up no order', async () => {
  const services = [await launchService(env), await launchService(env)];
  await make(services[0]!);
  let isOver = false;
  const writers = [0, 1, 2].map((side) =>
    write(
      () => services,
      side,
      () => !isOver,
    ),
  );
  const rounds = 9;
  for (let round = 0; round < rounds; round += 1) {
    await receiver.until(receiver.received.length + 20);
    if (round % 3 === 0) {
      const [gone] = services.splice(0, 1);
      await gone!.stop('SIGKILL');
      services.push(await launchService(env));
    } else if (round % 3 === 1) {
      await server.crash();
      await server.start();
    } else {
      receiver.setReply((response) => response.destroy());
      await receiver.until(receiver.received.length + 1);
      receiver.takeAll();
    }
    await passTime();
  }
  isOver = true;
  await Promise.all(writers);
  await passTime();
  await untilDelivered();
  expect(receiver.received.some(({ taken }) => !taken)).toBe(true);
  await expectWhole(historyOf(receiver.received));
}, 120_000);
