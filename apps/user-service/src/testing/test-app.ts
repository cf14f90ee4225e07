import { createEmbeddedTestDatabase, createTestDatabase } from '@triptych/postgres/testing';
import type { Database } from '@triptych/postgres';
import { recordingLogger, testServerOptions } from '@triptych/testing';
import { buildApp } from '../app.js';
import { guard, openUserStore, type ServiceUserStore } from '../compose.js';
import { createPrisma, openAppDatabase } from '../database.js';
import { prismaEmailRule } from '../email-rule/email-rule.prisma.js';
import type { EmailRule } from '../email-rule/email-rule.port.js';
import { emailKeyOf, type EmailUniqueness } from '../email-rule/email-key.js';
import type { UserDirectory } from '../management/user-directory.port.js';
import { prismaUserDirectory } from '../management/user-directory.prisma.js';
import { createUsers } from '../users/users.js';

export const migrationsDir = new URL('../../prisma/migrations', import.meta.url);

/** The server with its real parts on a migrated database of its own, not listening. */
export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

const patienceMs = 10_000;

/** A store on a new database, and the way to empty it. */
export interface TestStore {
  readonly store: ServiceUserStore;
  readonly emailRule: EmailRule;
  readonly directory: UserDirectory;
  /** Removes all users and makes this the rule for e-mails. */
  readonly emptyUnder: (rule: EmailUniqueness) => Promise<void>;
  readonly query: (sql: string) => Promise<unknown[]>;
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
}

function storesOn(database: Database) {
  const prisma = createPrisma(database);
  const emailRule = prismaEmailRule(prisma);
  return {
    store: openUserStore(database, prisma, patienceMs),
    emailRule,
    directory: prismaUserDirectory(database),
    emptyUnder: async (rule: EmailUniqueness) => {
      await database.query('TRUNCATE users');
      await emailRule.change(rule, emailKeyOf(rule));
    },
    query: (sql: string) => database.query<unknown>(sql),
  };
}

export async function embeddedTestStore(): Promise<TestStore> {
  const database = await createEmbeddedTestDatabase(migrationsDir);
  return {
    ...storesOn(database),
    reset: () => database.reset(),
    close: () => database.close(),
  };
}

export async function postgresTestStore(): Promise<TestStore> {
  const { url, drop } = await createTestDatabase(process.env['TEST_DATABASE_URL']);
  const { logger } = recordingLogger();
  const config = { DATABASE_URL: url, DATA_DIR: 'unused', DATABASE_TIMEOUT_MS: patienceMs };
  const database = await openAppDatabase(config, logger);
  await database.migrate();
  return {
    ...storesOn(database),
    reset: async () => void (await database.query('TRUNCATE users, idempotency_keys')),
    close: () => database.close().then(drop),
  };
}

type AppStore = Omit<TestStore, 'emailRule' | 'emptyUnder'>;
type AppConfig = Parameters<typeof guard>[0];

export async function createTestApp(
  { store, directory, query, reset, close }: AppStore,
  config: AppConfig = { REQUIRE_API_KEY: false },
) {
  const { logger, lines } = recordingLogger('trace');
  const keyOf = emailKeyOf('exact');
  const guarded = guard(config, directory, keyOf, logger);
  const options = testServerOptions({ logger });
  const app = await buildApp({ users: createUsers(store, keyOf), guarded }, options);
  return {
    app,
    lines,
    /** What the metrics port would say. */
    metrics: () => options.metrics.metrics(),
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
