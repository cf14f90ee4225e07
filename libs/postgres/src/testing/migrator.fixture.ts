// Migrates as a process of its own, which is killed, frozen, or loses its connection at a given statement.
// usage: node … migrator.fixture.ts '<Strike and where, as JSON>'
import { writeSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { openEmbedded } from '../embedded.js';
import { readMigrations } from '../migration-files.js';
import { migrate } from '../migrations.js';
import { openRemote } from '../remote.js';
import type { MigrationSession, Session } from '../session.js';
import type { Strike } from './migration-kills.js';

const [input = ''] = process.argv.slice(2);
const { url, folder, migrationsDir, strike } = JSON.parse(input) as {
  url?: string;
  folder: string;
  migrationsDir: string;
  strike: Strike;
};
const applicationName = 'migrator';
const log = { info: () => {}, warn: () => {} };
const limits = { timeoutMs: 10_000, longTransactions: false, preferIndexes: false };
let statements = 0;

async function loseConnections() {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = '${applicationName}'`,
  );
  await client.end();
}

async function hit() {
  writeSync(1, 'struck\n');
  if (strike.way === 'terminate') await loseConnections();
  else process.kill(process.pid, strike.way);
}

function struck<Parameters extends unknown[], T>(send: (...parameters: Parameters) => Promise<T>) {
  return async (...parameters: Parameters): Promise<T> => {
    const isHere = strike.statement === statements;
    statements += 1;
    if (isHere && strike.phase === 'before') await hit();
    const running = send(...parameters);
    if (isHere && strike.phase === 'during') {
      running.catch(() => {});
      await nextTurn();
      await hit();
    }
    const result = await running;
    if (isHere && strike.phase === 'after') await hit();
    return result;
  };
}

const wrapped = (session: Session): Session => ({
  query: struck<Parameters<Session['query']>, never[]>((sql, params) => session.query(sql, params)),
  script: struck((sql: string) => session.script(sql)),
});

const driver =
  url === undefined
    ? await openEmbedded(folder, log)
    : openRemote({ url, applicationName, ...limits, log });
writeSync(1, 'begun\n');
try {
  const migrations = await readMigrations(migrationsDir);
  await driver.withMigrationSession((session) => {
    const { beside } = session;
    const around: MigrationSession = {
      ...session,
      ...wrapped(session),
      ...(beside && { beside: (work) => beside((other) => work(wrapped(other))) }),
    };
    return migrate(around, migrations, log);
  });
} finally {
  await driver.close();
}
