// Moves what `npm start` keeps to a PostgreSQL server, by the tool that an operator would use.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import pg from 'pg';

const root = resolve(import.meta.dirname, '..');

/** Gives the settings with which everything runs on the copies. */
export async function copyToPostgres(node, data, adminUrl) {
  const settings = {};
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  for (const app of ['user-service', 'social-app']) {
    const name = `copy_${randomBytes(6).toString('hex')}`;
    await admin.query(`CREATE DATABASE ${name}`);
    const url = new URL(adminUrl);
    url.pathname = `/${name}`;
    copy(node, app, join(data, app), url.href);
    settings[`${app.toUpperCase().replace('-', '_')}_DATABASE_URL`] = url.href;
  }
  await admin.end();
  return settings;
}

function copy(node, app, dataDir, url) {
  const tool = [
    '--conditions=@triptych/source',
    '--import',
    'tsx',
    'tools/copy-database/src/main.ts',
  ];
  execFileSync(node, [...tool, app], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: url },
    stdio: 'inherit',
  });
}
