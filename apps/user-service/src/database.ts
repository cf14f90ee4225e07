import type { Log } from '@triptych/logging';
import { type Database, openDatabase } from '@triptych/postgres';
import type { Config } from './config.js';
import { PrismaClient } from './generated/prisma/client.js';

// One level above `src/` and above `dist/` alike.
const migrationsDir = new URL('../prisma/migrations', import.meta.url);

export function openAppDatabase(
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'DATABASE_TIMEOUT_MS'>,
  log: Log,
  { longTransactions = false } = {},
): Promise<Database> {
  return openDatabase({
    url: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    timeoutMs: config.DATABASE_TIMEOUT_MS,
    longTransactions,
    applicationName: 'user-service',
    appendOnly: ['audit'],
    migrationsDir,
    log,
  });
}

export function createPrisma(database: Database): PrismaClient {
  return new PrismaClient(database.clientOptions);
}
