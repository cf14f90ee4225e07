// Whoever asks for a mail learns nothing of who is registered, by time neither: before the reply the database is asked to do the
// same for everybody. The work is compared and no milliseconds, which would say less on a machine that is busy.
import type { Database } from '@triptych/postgres';
import { createEmbeddedTestDatabase } from '@triptych/postgres/testing';
import { createStores } from '../compose.js';
import { createPrisma } from '../database.js';
import { createRecordingMailServer, mailConfig } from '../testing/recording-mail-server.js';
import { createTestApp, migrationsDir, type TestApp } from '../testing/test-app.js';

let service: TestApp;
let statements: string[] = [];
beforeAll(async () => {
  const database = await createEmbeddedTestDatabase(migrationsDir);
  const recorded = recordingStatements(database);
  const opened = {
    stores: createStores(recorded, createPrisma(recorded), 10_000, true),
    query: (sql: string) => database.query<unknown>(sql),
    reset: () => database.reset(),
    close: () => database.close(),
  };
  // Nothing of it is dealt with meanwhile, so that what is counted is of the request.
  const mails = { sender: createRecordingMailServer(), settings: { pollMs: 1_000_000 } };
  service = await createTestApp(opened, mailConfig, { rateLimitMax: 0 }, {}, mails);
});
afterAll(() => service.close());

function recordingStatements(database: Database): Database {
  return new Proxy(database, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        const [first] = args as [{ text?: string } | string | undefined];
        const text = typeof first === 'object' ? first.text : first;
        statements.push(`${String(name)} ${String(text)}`);
        return member.apply(target, args) as unknown;
      };
    },
  });
}

it('the database does the same for who is proven, who is not, and who is unknown', async () => {
  for (const name of ['proven', 'unproven'])
    await service.register({ FullName: 'N', Email: `${name}@example.org` });
  await service.query(
    `UPDATE users SET email_verified_at = now() WHERE email = 'proven@example.org'`,
  );
  const done: { status: number; body: string; statements: string[] }[] = [];
  for (const name of ['proven', 'unproven', 'unknown', 'unknown']) {
    statements = [];
    const payload = { Email: `${name}@example.org` };
    const reply = await service.app.inject({
      ...{ method: 'POST', url: '/users/verification', payload },
    });
    done.push({ status: reply.statusCode, body: reply.body, statements });
  }
  expect(done).toEqual(done.map(() => done[0]));
  expect(done[0]).toMatchObject({ status: 202, body: '' });
  expect(done[0]!.statements).toHaveLength(1);
  expect(done[0]!.statements[0]).toMatch(/^prepared INSERT INTO verification_requests/);
});
