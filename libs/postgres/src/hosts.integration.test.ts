import { setTimeout as pause } from 'node:timers/promises';
import { type Database, openDatabase } from './database.js';
import { type OwnServer, startOwnServer } from './testing/index.js';

const migrationsDir = new URL('./testing/fixtures/migrations', import.meta.url);
const log = { info: () => {}, warn: () => {} };
const timeoutMs = 4000;

let first: OwnServer;
let second: OwnServer;
beforeEach(async () => {
  first = await startOwnServer();
  second = await first.addStandby();
  await first.configure(["synchronous_standby_names = '*'"]);
  await first.query('CREATE TABLE rows (n int PRIMARY KEY)');
});
afterEach(async () => {
  await second.destroy();
  await first.destroy();
});

const open = (url: string) =>
  openDatabase({ url, dataDir: '', applicationName: 'pg-test', migrationsDir, log, timeoutMs });
const both = (query: string) =>
  `postgres://postgres@127.0.0.1:${second.port},127.0.0.1:${first.port}/postgres?${query}`;

/** Writes one row after another from several sides until `enough` says so; what was acknowledged is returned. */
async function write(database: Database, from: number, enough: (kept: number) => boolean) {
  const kept: number[] = [];
  let next = from;
  const endsAt = performance.now() + 40_000;
  const side = async () => {
    while (!enough(kept.length)) {
      if (performance.now() > endsAt) throw new Error(`no more than ${kept.length} rows were kept`);
      const n = (next += 1);
      await database.query('INSERT INTO rows VALUES ($1)', [n]).then(
        () => kept.push(n),
        () => {},
      );
    }
  };
  await Promise.all([side(), side(), side()]);
  return kept;
}

it('writes go to the primary, wherever it is named, and to the one that takes its place; no acknowledged row is lost', async () => {
  const database = await open(both('target_session_attrs=read-write'));
  let [written, failedOver] = [0, false];
  const writing = write(database, 0, (kept) => {
    written = kept;
    return failedOver && kept > 600;
  });
  while (written === 0) await Promise.race([writing, pause(1)]);
  await first.crash();
  await second.query('ALTER SYSTEM SET synchronous_standby_names = DEFAULT');
  await second.promote();
  const after = await write(database, 1_000_000, (kept) => kept >= 20);
  failedOver = true;
  const acknowledged = [...(await writing), ...after];
  const rows = await second.query<{ n: number }>('SELECT n FROM rows');
  const stored = new Set(rows.map(({ n }) => n));
  expect(acknowledged.filter((n) => !stored.has(n))).toEqual([]);
  expect(after).toHaveLength(new Set(after).size);
  await database.close();
});

it('a standby alone is not ready, and a connection to a server that became read-only is not kept', async () => {
  const standby = await open(second.url);
  await expect(standby.probe()).rejects.toMatchObject({ reason: 'read_only', code: '25006' });
  await standby.close();
  const neither = await open(`${second.url}?target_session_attrs=read-write`);
  await expect(neither.query('SELECT 1')).rejects.toMatchObject({ code: '25006' });
  await neither.close();
  const left = await open(both('target_session_attrs=read-write&connection_limit=1'));
  const insert = (n: number) =>
    left.prepared({ text: 'INSERT INTO rows VALUES ($1)', values: [n] });
  await insert(1);
  await first.query('ALTER SYSTEM SET default_transaction_read_only = on');
  await first.query('SELECT pg_reload_conf()');
  await second.promote();
  await expect(insert(2)).rejects.toMatchObject({ code: '25006' });
  await insert(3);
  expect(await second.query('SELECT n FROM rows')).toEqual([{ n: 1 }, { n: 3 }]);
  await left.close();
});

it('a host that is frozen is passed over in time', async () => {
  await second.pause();
  const database = await open(both('target_session_attrs=read-write'));
  // It would fail after its time.
  await database.query('SELECT 1');
  await database.close();
  await second.resume();
});

it('migrations find the primary, too', async () => {
  const database = await open(both('target_session_attrs=read-write'));
  expect(await database.migrate()).toHaveLength(2);
  await database.probe();
  await database.close();
});
