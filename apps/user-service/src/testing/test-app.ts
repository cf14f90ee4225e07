import { createEmbeddedTestDatabase, createTestDatabase } from '@triptych/postgres/testing';
import { recordingLogger, testServerOptions } from '@triptych/testing';
import { buildApp } from '../app.js';
import { openUserStore, type ServiceUserStore } from '../compose.js';
import { createPrisma, openServiceDatabase } from '../database.js';
import { prismaEmailRule } from '../email-rule/email-rule.prisma.js';
import type { EmailRule } from '../email-rule/email-rule.port.js';
import { emailKeyOf } from '../email-rule/email-key.js';
import { createUsers } from '../users/users.js';

export const migrationsDir = new URL('../../prisma/migrations', import.meta.url);

/** The server with its real parts on a migrated database of its own, not listening. */
export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

const patienceMs = 10_000;

/** A store on a new database, and the way to empty it. */
export interface TestStore {
  readonly store: ServiceUserStore;
  readonly emailRule: EmailRule;
  readonly query: (sql: string) => Promise<unknown[]>;
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function embeddedTestStore(): Promise<TestStore> {
  const database = await createEmbeddedTestDatabase(migrationsDir);
  const prisma = createPrisma(database);
  return {
    store: openUserStore(database, prisma, patienceMs),
    emailRule: prismaEmailRule(prisma),
    query: (sql) => database.query(sql),
    reset: () => database.reset(),
    close: () => database.close(),
  };
}

export async function postgresTestStore(): Promise<TestStore> {
  const { url, drop } = await createTestDatabase(process.env['TEST_DATABASE_URL']);
  const { logger } = recordingLogger();
  const config = { DATABASE_URL: url, DATA_DIR: 'unused', DATABASE_TIMEOUT_MS: patienceMs };
  const database = await openServiceDatabase(config, logger);
  await database.migrate();
  const prisma = createPrisma(database);
  return {
    store: openUserStore(database, prisma, patienceMs),
    emailRule: prismaEmailRule(prisma),
    query: (sql) => database.query(sql),
    reset: async () => void (await database.query('TRUNCATE users, idempotency_keys')),
    close: () => database.close().then(drop),
  };
}

export async function createTestApp({ store, query, reset, close }: Omit<TestStore, 'emailRule'>) {
  const { logger, lines } = recordingLogger('trace');
  const app = await buildApp(
    { users: createUsers(store, emailKeyOf('exact')) },
    testServerOptions({ logger }),
  );
  return {
    app,
    lines,
    query,
    reset,
    register: (body: unknown, headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: '/users',
        headers: { 'content-type': 'application/json', ...headers },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    find: (email: string) => app.inject(`/users/${encodeURIComponent(email)}`),
    close: () => app.close().then(close),
  };
}
