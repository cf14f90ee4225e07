import type { Database } from '@triptych/postgres';
import { createEmbeddedTestDatabase, createTestDatabase } from '@triptych/postgres/testing';
import type { ServerOptions } from '@triptych/service-host';
import { recordingLogger, testServerOptions } from '@triptych/testing';
import { buildApp } from '../app.js';
import { composeUseCases, createStores, type Stores } from '../compose.js';
import type { Config } from '../config.js';
import { createPrisma, openAppDatabase } from '../database.js';
import type { MailDeliverySettings } from '../verification/deliver-mails.js';
import type { DeliverySettings } from '../webhooks/deliver-webhooks.js';
import type { RecordingMailServer } from './recording-mail-server.js';
import { emailKeyOf, type EmailUniqueness } from '../uniqueness/email-key.js';

export const migrationsDir = new URL('../../prisma/migrations', import.meta.url);

const timeoutMs = 10_000;

/** On whose behalf tests change what they have no request for. */
export const tester = { key: 'tester', requestId: 'r-1' };

/** The stores on a new database, and the ways to empty it. */
export interface TestStores {
  readonly stores: Stores;
  /** Removes all users and makes this the mode for e-mails. */
  readonly emptyUnder: (mode: EmailUniqueness) => Promise<void>;
  readonly query: (sql: string) => Promise<unknown[]>;
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
}

function storesOn(database: Database, sendsMails: boolean) {
  const stores = createStores(database, createPrisma(database), timeoutMs, sendsMails);
  return {
    stores,
    emptyUnder: async (mode: EmailUniqueness) => {
      await database.query('TRUNCATE users CASCADE');
      await stores.uniqueness.change(mode, emailKeyOf(mode));
    },
    query: (sql: string) => database.query<unknown>(sql),
  };
}

/** @param sendsMails whether registrations store that a mail is due */
export async function embeddedTestStores(sendsMails = false): Promise<TestStores> {
  const database = await createEmbeddedTestDatabase(migrationsDir);
  return {
    ...storesOn(database, sendsMails),
    reset: () => database.reset(),
    close: () => database.close(),
  };
}

export async function postgresTestStores(
  server = process.env['TEST_DATABASE_URL'],
  sendsMails = false,
): Promise<TestStores> {
  const { url, drop } = await createTestDatabase(server);
  const { logger } = recordingLogger();
  const config = { DATABASE_URL: url, DATA_DIR: 'unused', DATABASE_TIMEOUT_MS: timeoutMs };
  const database = await openAppDatabase(config, logger);
  await database.migrate();
  return {
    ...storesOn(database, sendsMails),
    reset: async () =>
      void (await database.query(
        'TRUNCATE users, idempotency_keys, api_keys, audit, webhooks, webhook_attempts, verification_requests CASCADE',
      )),
    close: () => database.close().then(drop),
  };
}

/** The server with its real parts, not listening. */
export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

/** @param opened stores that the app closes; new ones on an embedded database when left out */
export async function createTestApp(
  opened?: Pick<TestStores, 'stores' | 'query' | 'reset' | 'close'>,
  config: Partial<Config> = {},
  overrides: Partial<ServerOptions> = {},
  delivery: Partial<DeliverySettings> = {},
  mails?: { settings?: Partial<MailDeliverySettings>; sender?: RecordingMailServer },
) {
  const { stores, query, reset, close } =
    opened ?? (await embeddedTestStores(config.SMTP_URL !== undefined));
  const { logger, lines } = recordingLogger('trace');
  const options = testServerOptions({ logger, ...overrides });
  const settings = {
    EMAIL_UNIQUENESS: 'exact',
    MANAGEMENT: false,
    REQUIRE_API_KEY: false,
    ...config,
  } as const;
  const host = { log: logger, metrics: options.metrics, delivery, mails };
  const parts = composeUseCases(settings, stores, host);
  const app = await buildApp(parts, options);
  return {
    app,
    lines,
    /** What the metrics port would send. */
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
