import { freePort } from '@triptych/free-port';
import { startLocalInbox, type LocalInbox } from '@triptych/local-inbox';
import {
  createTestDatabase,
  openLockSession,
  type OwnServer,
  startOwnServer,
  type TestDatabase,
} from '@triptych/postgres/testing';
import type { ServiceProcess } from '@triptych/testing';
import { endServices, launchService, run } from '../testing/service-process.js';

const mostKept = 100_000;
// On a server of its own, which is killed, too.
let server: OwnServer;
let inbox: LocalInbox;
let database: TestDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  server = await startOwnServer();
});
beforeEach(async () => {
  inbox = await startLocalInbox({ port: 0, smtpPort: await freePort(), mostKept });
  database = await createTestDatabase(server.url);
  env = {
    DATABASE_URL: database.url,
    SMTP_URL: inbox.smtpUrl,
    MAIL_FROM: 'noreply@example.org',
    PUBLIC_URL: 'https://users.example.org',
    RATE_LIMIT_MAX: '0',
  };
  expect((await run(['migrate'], env).exited)[0]).toBe(0);
});
afterEach(async () => {
  endServices();
  await inbox.close();
  await database.drop();
});
afterAll(() => server.destroy());

async function query<Row>(text: string): Promise<Row[]> {
  const session = await openLockSession(database.url);
  try {
    return await session.query<Row>(text);
  } finally {
    await session.end();
  }
}
/** As when the leases of those who are gone, and pauses, are over. */
const passTime = () =>
  query(
    `UPDATE verification_mails SET due_at = least(due_at, now()), claimed_until = now() - interval '1 second'`,
  );

async function register({ address }: ServiceProcess, Email: string): Promise<boolean> {
  const body = JSON.stringify({ FullName: 'N', Email });
  const reply = await fetch(`${address}/users`, { method: 'POST', body }).catch(() => null);
  await reply?.arrayBuffer();
  return reply?.status === 200;
}
async function untilSent(): Promise<void> {
  for (;;) {
    const [row] = await query<{ left: number }>(
      'SELECT count(*)::int AS left FROM verification_mails WHERE due_at IS NOT NULL',
    );
    if (row!.left === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

// Longer than five seconds: processes and a database start many times. By hand: KILL_ROUNDS=6.
it('kills of service, database and mail server lose no mail, and one link of each user proves', async () => {
  let service = await launchService(env);
  const acknowledged: string[] = [];
  const smtpPort = Number(new URL(inbox.smtpUrl).port);
  let all: LocalInbox['mails'] = [];
  const rounds = Number(process.env['KILL_ROUNDS'] ?? 3);
  for (let round = 0; round < rounds; round += 1) {
    let isOver = false;
    const writers = [0, 1].map(async (side) => {
      for (let n = 0; !isOver; n += 1) {
        const email = `r${round}-s${side}-n${n}@example.org`;
        if (await register(service, email)) acknowledged.push(email);
      }
    });
    const enough = inbox.mails.length + 10;
    while (inbox.mails.length < enough) await new Promise((resolve) => setTimeout(resolve, 5));
    if (round % 3 === 0) {
      await service.stop('SIGKILL');
      isOver = true;
    } else if (round % 3 === 1) {
      await server.crash();
      isOver = true;
      await server.start();
    } else {
      await inbox.close();
      isOver = true;
      all = [...all, ...inbox.mails];
      inbox = await startLocalInbox({ port: 0, smtpPort, mostKept });
    }
    await Promise.all(writers);
    if (round % 3 === 0) service = await launchService(env);
    await passTime();
  }
  await passTime();
  await untilSent();
  all = [...all, ...inbox.mails];
  const reached = new Set(all.map(({ to }) => to[0]));
  expect(acknowledged.filter((email) => !reached.has(email))).toEqual([]);
  // Nobody who is not registered was written to.
  const users = await query<{ email: string }>('SELECT email FROM users');
  expect([...reached].sort()).toEqual(users.map(({ email }) => email).sort());
  for (const email of acknowledged.slice(-20)) {
    const { text } = all.find(({ to }) => to[0] === email)!;
    const { pathname } = new URL(/https:\S+/.exec(text)![0]);
    const press = () => fetch(service.address + pathname, { method: 'POST' });
    expect([(await press()).status, (await press()).status]).toEqual([200, 404]);
  }
});

it('a kill between commit and sending: the mail is sent by the next replica', async () => {
  const away = { ...env, SMTP_URL: 'smtp://127.0.0.1:9' };
  const service = await launchService(away);
  expect(await register(service, 'ann@example.org')).toBe(true);
  await service.stop('SIGKILL');
  expect(inbox.mails).toEqual([]);
  await passTime();
  const other = await launchService(env);
  await untilSent();
  expect(inbox.mails.map(({ to }) => to)).toEqual([['ann@example.org']]);
  expect(await other.stop()).toBe(0);
});
