import { createEmbeddedTestDatabase } from '@triptych/postgres/testing';
import { recordingLogger, testServerOptions } from '@triptych/testing';
import type { Server } from '@triptych/service-host';
import { buildApp } from '../app.js';
import { composeOn, type Parts } from '../compose.js';
import type { Config } from '../config.js';

export const publicUrl = 'http://localhost:8082';
export const migrationsDir = new URL('../../prisma/migrations/', import.meta.url);

export interface TestApp {
  readonly app: Server;
  readonly parts: Parts;
  /** Every log line so far. */
  readonly lines: string[];
  query<Row>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
  /** Empties the database. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export function testConfig(overrides: Partial<Config> = {}): Config {
  return {
    HOST: '127.0.0.1',
    PORT: 8082,
    HEALTH_PORT: 2002,
    APP_ENV: 'test',
    LOG_LEVEL: 'debug',
    RATE_LIMIT_MAX: 0,
    SHUTDOWN_DELAY_MS: 0,
    PUBLIC_URL: publicUrl,
    DATA_DIR: 'unused',
    SESSION_SECRET: 'a-secret-for-tests-a-secret-for-tests',
    OIDC_NAME: 'Test',
    ...overrides,
  };
}

/** The real wiring on an embedded database in memory. */
export async function startTestApp(overrides: Partial<Config> = {}): Promise<TestApp> {
  const database = await createEmbeddedTestDatabase(migrationsDir);
  const { logger, lines } = recordingLogger();
  const parts = await composeOn(database, testConfig(overrides), { log: logger });
  const app = await buildApp(parts, testServerOptions({ logger }));
  return {
    app,
    parts,
    lines,
    query: (sql, params) => database.query(sql, params),
    reset: () => database.reset(),
    async close() {
      await app.close();
      await parts.close();
    },
  };
}
