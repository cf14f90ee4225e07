// usage: DATA_DIR=… DATABASE_URL=postgres://… node --conditions=@triptych/source --import tsx \
//   tools/copy-database/src/main.ts user-service|social-app
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { copyDatabase } from './copy-database.js';

const root = resolve(import.meta.dirname, '../../..');
const [app = ''] = process.argv.slice(2);
const migrationsDir = join(root, 'apps', app, 'prisma', 'migrations');
const urlFile = process.env['DATABASE_URL_FILE'];
const url = urlFile ? readFileSync(urlFile, 'utf8').trim() : process.env['DATABASE_URL'];

if (!/^[a-z-]+$/.test(app) || !existsSync(migrationsDir) || !url) {
  console.error(
    'usage: DATABASE_URL=postgres://… [DATA_DIR=…] copy-database user-service|social-app',
  );
  process.exit(2);
}
const dataDir = resolve(root, process.env['DATA_DIR'] ?? join('data', app));

try {
  const tables = await copyDatabase({ dataDir, url, migrationsDir });
  for (const { name, rows, digest } of tables) {
    console.log(`${name.padEnd(24)} ${rows.padStart(9)} rows, the same on both sides (${digest})`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
