import type { Database } from '@triptych/postgres';
import { createTestDatabase, type LockSession, openLockSession } from '@triptych/postgres/testing';
import { recordingLogger } from '@triptych/testing';
import { openAppDatabase } from '../database.js';

/** A migrated database of PostgreSQL, and a second connection to it that holds locks. */
export interface LockableDatabase {
  readonly database: Database;
  readonly session: LockSession;
  close(): Promise<void>;
}

export async function openLockableDatabase(): Promise<LockableDatabase> {
  const place = await createTestDatabase(process.env['TEST_DATABASE_URL']);
  const config = { DATABASE_URL: place.url, DATA_DIR: '', DATABASE_TIMEOUT_MS: 10_000 };
  const database = await openAppDatabase(config, recordingLogger().logger);
  await database.migrate();
  const session = await openLockSession(place.url);
  return {
    database,
    session,
    async close() {
      await session.end();
      await database.close();
      await place.drop();
    },
  };
}
