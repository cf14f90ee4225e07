// The folder of an embedded database. Guarantees: what held rows is never laid out anew, and an interruption at any
// moment leaves a folder that starts (ADR 0028).
//   no pgdata                    → laid out beside as pgdata.new, closed, renamed
//   pgdata.new                   → left by an interruption before anything was stored: removed
//   pgdata without PG_VERSION    → no table was ever made: an interruption of a former release; moved aside, laid out anew
//                                → tables: files are missing; refused
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseLog } from './database.js';

/** The folder holds a database that cannot be opened. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
}

/**
 * Returns the path of a complete database inside `folder`, which the caller has locked.
 *
 * @param layOut makes a new database at a path and closes it
 * @throws EmbeddedDatabaseError when files of a database are missing that held tables
 */
export async function prepareFolder(
  folder: string,
  layOut: (path: string) => Promise<void>,
  log: DatabaseLog,
): Promise<string> {
  const path = join(folder, 'pgdata');
  const fresh = join(folder, 'pgdata.new');
  await rm(fresh, { recursive: true, force: true });
  const files = await readdir(path).catch(nothing);
  if (files.includes('PG_VERSION')) return path;
  if (files.length > 0) await moveAside(path, log);
  await layOut(fresh);
  // Over an empty folder, too.
  await rename(fresh, path);
  log.info({ folder }, 'a new embedded database was laid out');
  return path;
}

async function moveAside(path: string, log: DatabaseLog): Promise<void> {
  if (await heldTables(path)) {
    throw new EmbeddedDatabaseError(
      `the embedded database in ${path} lacks its file PG_VERSION, and others maybe, but has held data; ` +
        'nothing was changed. Restore a back-up, or give this service another DATA_DIR',
    );
  }
  const aside = `${path}.incomplete-${Date.now()}`;
  await rename(path, aside);
  log.warn({ aside }, 'an embedded database that was never finished was moved aside');
}

/** What is there and cannot be read must not count as absent. */
function nothing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

// PostgreSQL's own tables have lower numbers (FirstNormalObjectId).
const firstOwnTable = 16_384;

/** Whether a table was ever made here: each is a file named by a number, below `base/<database>`. */
async function heldTables(path: string): Promise<boolean> {
  const files = await readdir(join(path, 'base'), { recursive: true }).catch(nothing);
  return files.some((file) => Number.parseInt(file.split(/[/\\]/).at(-1)!, 10) >= firstOwnTable);
}
