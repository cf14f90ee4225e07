import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One folder of `prisma/migrations`. `checksum` is the hex SHA-256 of the file's bytes, as Prisma records it. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** Reads a Prisma migrations folder, in the order in which Prisma applies it. */
export async function readMigrations(folder: string | URL): Promise<Migration[]> {
  const root = typeof folder === 'string' ? folder : fileURLToPath(folder);
  const entries = await readdir(root, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.sort().map((name) => readMigration(root, name)));
}

async function readMigration(root: string, name: string): Promise<Migration> {
  const bytes = await readFile(join(root, name, 'migration.sql'));
  const checksum = createHash('sha256').update(bytes).digest('hex');
  return { name, sql: bytes.toString('utf8'), checksum };
}
