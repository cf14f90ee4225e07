import type { Database } from '@triptych/postgres';
import { createEmbeddedTestDatabase } from '@triptych/postgres/testing';
import { loadConfig, type Server, type ServerOptions } from '@triptych/service-host';
import { recordingLogger, testServerOptions } from '@triptych/testing';
import { buildApp } from '../app.js';
import { composeOn, type Context, type Parts } from '../compose.js';
import { configSchema, type Config } from '../config.js';

export const publicUrl = 'http://localhost:8082';
export const migrationsDir = new URL('../../prisma/migrations/', import.meta.url);

export interface TestApp {
  readonly app: Server;
  readonly parts: Parts;
  /** Every log line so far. */
  readonly lines: string[];
  query<Row>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export interface ResettableApp extends TestApp {
  /** Empties the database. */
  reset(): Promise<void>;
}

export interface TestSettings {
  readonly config?: Partial<Config>;
  readonly context?: Partial<Context>;
  readonly server?: Partial<ServerOptions>;
}

export function testConfig(overrides: Partial<Config> = {}): Config {
  return {
    ...loadConfig(configSchema, {
      APP_ENV: 'test',
      LOG_LEVEL: 'debug',
      RATE_LIMIT_MAX: '0',
      PUBLIC_URL: publicUrl,
      DATA_DIR: 'unused',
      SESSION_SECRET: 'a-secret-for-tests-a-secret-for-tests',
      OIDC_NAME: 'Test',
    }),
    ...overrides,
  };
}

/** The real wiring on a database that is open and migrated; closing the app closes it. */
export async function openTestApp(
  database: Database,
  { config, context, server }: TestSettings = {},
): Promise<TestApp> {
  const { logger, lines } = recordingLogger();
  const parts = await composeOn(database, testConfig(config), { log: logger, ...context });
  const app = await buildApp(parts, testServerOptions({ name: 'social-app', logger, ...server }));
  return {
    app,
    parts,
    lines,
    query: (sql, params) => database.query(sql, params),
    async close() {
      await app.close();
      await parts.close();
    },
  };
}

/** The same on an embedded database in memory. */
export async function startTestApp(config: Partial<Config> = {}): Promise<ResettableApp> {
  const database = await createEmbeddedTestDatabase(migrationsDir);
  return { ...(await openTestApp(database, { config })), reset: () => database.reset() };
}
