// Backs user-service up and restores it, by the commands of docs/operations.md, on both kinds of database.
// usage: TEST_DATABASE_URL=… node .ci/backup.mjs <folder of PostgreSQL's programs>
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';

const [programs] = process.argv.slice(2);
const root = resolve(import.meta.dirname, '..');
const main = join(root, 'apps/user-service/dist/main.js');
const work = mkdtempSync(join(tmpdir(), 'triptych-backup-'));
const people = 200;

/** Starts user-service with `env`, does `work` with its address, stops it. */
async function withService(env, work) {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, PORT: '0', HEALTH_PORT: '0', RATE_LIMIT_MAX: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const address = new Promise((found, lost) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const entry = JSON.parse(line);
      if (entry.msg === 'listening') found(entry.address);
    });
    void ended.then(() => lost(new Error('it ended before it listened')));
  });
  try {
    return await work(await address);
  } finally {
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  }
}

async function register(address, number) {
  const response = await fetch(`${address}/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ FullName: `Person ${number}`, Email: `person${number}@example.org` }),
  });
  assert.equal(response.status, 200, await response.clone().text());
  return response.json();
}

async function registerAll(address) {
  const made = [];
  for (let number = 0; number < people; number += 1) made.push(await register(address, number));
  return made;
}

async function findAll(address, made) {
  for (const person of made) {
    const response = await fetch(`${address}/users/${person.data.Email}`);
    assert.deepEqual(await response.json(), person);
  }
  await register(address, people);
}

async function embedded() {
  const env = { DATA_DIR: join(work, 'user-service') };
  const made = await withService(env, registerAll);
  execFileSync('tar', ['-czf', 'backup.tar.gz', 'user-service'], { cwd: work });
  rmSync(env.DATA_DIR, { recursive: true });
  execFileSync('tar', ['-xzf', 'backup.tar.gz'], { cwd: work });
  await withService(env, (address) => findAll(address, made));
  console.log(`embedded: ${people} people restored from a copy of the folder`);
}

async function admin(sql) {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

async function createDatabase() {
  const name = `backup_${randomBytes(6).toString('hex')}`;
  await admin(`CREATE DATABASE ${name}`);
  const url = new URL(process.env.TEST_DATABASE_URL);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => admin(`DROP DATABASE ${name} WITH (FORCE)`) };
}

async function postgres() {
  const lost = await createDatabase();
  execFileSync(process.execPath, [main, 'migrate'], { env: { DATABASE_URL: lost.url } });
  const dump = join(work, 'backup.dump');
  const made = await withService({ DATABASE_URL: lost.url }, async (address) => {
    const registered = await registerAll(address);
    // While the service runs.
    const format = ['--format=custom', '--no-owner', `--file=${dump}`];
    execFileSync(join(programs, 'pg_dump'), [...format, lost.url]);
    return registered;
  });
  await lost.drop();
  const { url, drop } = await createDatabase();
  const restore = ['--no-owner', '--exit-on-error', '--single-transaction', `--dbname=${url}`];
  execFileSync(join(programs, 'pg_restore'), [...restore, dump]);
  await withService({ DATABASE_URL: url }, (address) => findAll(address, made));
  await drop();
  console.log(`PostgreSQL: ${people} people restored from a dump`);
}

try {
  await embedded();
  await postgres();
} finally {
  rmSync(work, { recursive: true, force: true });
}
