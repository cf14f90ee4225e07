import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { parseAddress } from './address.js';
import { ConnectionPool } from './connection-pool.js';
import { type Database, openDatabase } from './database.js';
import { Servers } from './servers.js';
import {
  createTestDatabase,
  type OwnBouncer,
  startPgBouncer,
  type TestDatabase,
} from './testing/index.js';

const migrationsDir = new URL('./testing/fixtures/migrations', import.meta.url);
const messages: string[] = [];
const log = {
  info: (_facts: object, message: string) => void messages.push(message),
  warn: () => {},
};
const timeoutMs = 1000;

describe.each([
  ['the server itself', undefined],
  ['PgBouncer in session mode', { mode: 'session' as const }],
  ['PgBouncer in transaction mode', { mode: 'transaction' as const, size: 2 }],
  [
    'PgBouncer that drops what it does not know',
    {
      mode: 'transaction' as const,
      settings: [
        'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,enable_seqscan,enable_mergejoin,max_parallel_workers_per_gather,jit,search_path,work_mem,triptych.settings',
      ],
    },
  ],
])('through %s', (_name, pooler) => {
  let server: TestDatabase;
  let bouncer: OwnBouncer | undefined;
  let database: Database;
  let url: string;
  const open = (address: string) =>
    openDatabase({
      ...{ url: address, dataDir: 'unused', applicationName: 'pg-test', migrationsDir, log },
      ...{ timeoutMs, preferIndexes: true },
    });
  /** Runs `work` on a connection of another user of the same pooler. */
  const asOther = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return work(client).finally(() => client.end());
  };

  beforeAll(async () => {
    server = await createTestDatabase(process.env['TEST_DATABASE_URL']);
    await pgQuery(server.url, `ALTER DATABASE ${nameOf(server)} SET TimeZone = 'Europe/Berlin'`);
    await pgQuery(server.url, 'CREATE SCHEMA "my schema"');
    bouncer = pooler && (await startPgBouncer(server.url, pooler));
    url = bouncer?.url ?? server.url;
    messages.length = 0;
    database = await open(`${url}?schema=my%20schema&options=-c%20work_mem%3D5MB`);
    await database.migrate();
  });
  afterAll(async () => {
    await database.close();
    await bouncer?.close();
    await server.drop();
  });

  const wanted = {
    zone: 'UTC',
    statement: '1s',
    lock: '500ms',
    idle: '1s',
    path: '"my schema"',
    scan: 'off',
    memory: '5MB',
  };
  const settings = `SELECT current_setting('TimeZone') AS zone,
    current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
    current_setting('idle_in_transaction_session_timeout') AS idle,
    current_setting('search_path') AS path, current_setting('enable_seqscan') AS scan,
    current_setting('work_mem') AS memory`;

  it('every form of a statement has its settings', async () => {
    expect(await database.query(settings)).toEqual([wanted]);
    expect(await database.query(`${settings} WHERE $1`, [true])).toEqual([wanted]);
    expect(await database.prepared({ text: `${settings} WHERE $1`, values: [true] })).toEqual([
      wanted,
    ]);
  });

  it('a transaction of Prisma’s adapter has them, keeps together, and is rolled back', async () => {
    const adapter = await database.clientOptions.adapter.connect();
    const statement = (sql: string) => ({ sql, args: [], argTypes: [] });
    const transaction = await adapter.startTransaction();
    const { rows } = await transaction.queryRaw(statement(settings));
    expect(rows).toEqual([Object.values(wanted)]);
    await transaction.executeRaw(statement('CREATE TABLE kept_not (id int)'));
    await transaction.executeRaw(statement('ROLLBACK'));
    await transaction.rollback();
    const [row] = await database.query<{ found: string | null }>(
      `SELECT to_regclass('kept_not') AS found`,
    );
    expect(row).toEqual({ found: null });
    expect(adapter).toMatchObject({ adapterName: new PrismaPg('').adapterName });
  });

  it('nothing of it reaches other users of the pooler', async () => {
    const used = Array.from({ length: 20 }, (_, n) => database.query('SELECT $1::int', [n]));
    await Promise.all(used);
    const others = await Promise.all(
      Array.from({ length: 5 }, () => asOther((client) => client.query(settings))),
    );
    for (const { rows } of others) {
      expect(rows).toEqual([
        {
          ...{ zone: 'Europe/Berlin', statement: '0', lock: '0', idle: '0' },
          ...{ path: '"$user", public', scan: 'on', memory: '4MB' },
        },
      ]);
    }
  });

  it('statements that are sent often work on every connection', async () => {
    const texts = Array.from({ length: 60 }, (_, n) => n % 7);
    const replies = await Promise.all(
      texts.map((n) =>
        database.prepared<{ n: number }>({ text: `SELECT ${n} + $1::int AS n`, values: [1] }),
      ),
    );
    expect(replies.map(([row]) => row?.n)).toEqual(texts.map((n) => n + 1));
  });

  it('an error is that of the statement, and the next one works', async () => {
    await expect(database.query('SELECT 1 / $1::int', [0])).rejects.toMatchObject({
      code: '22012',
    });
    await expect(database.query('SELECT nonsense')).rejects.toMatchObject({ code: '42703' });
    await database.probe();
  });

  it('a statement past its time is over at the server, too', async () => {
    const began = performance.now();
    await expect(database.query('SELECT pg_sleep($1) AS "past its time"', [30])).rejects.toThrow();
    expect(performance.now() - began).toBeLessThan(timeoutMs * 10);
    await untilNone(server.url, '%past its time%');
  });

  it('a transaction past its time is over at the server, too', async () => {
    // The limits of the server, which begin with each statement, have no part in this.
    const address = parseAddress(url);
    const servers = new Servers({
      ...{ address, applicationName: 'pg-test', settings: {}, connectTimeoutMs: timeoutMs },
    });
    const pool = new ConnectionPool({ servers, size: 2, timeoutMs, longTransactions: false });
    const client = (await pool.connect()) as pg.PoolClient;
    await client.query('BEGIN');
    await client.query('SELECT pg_sleep(0.6)');
    await expect(client.query('SELECT pg_sleep(30) AS "over in time"')).rejects.toThrow(
      'did not respond in time',
    );
    client.release();
    await untilNone(server.url, '%over in time%');
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  it('says once that a pooler is between', () => {
    expect(messages.filter((message) => message.includes('pooler'))).toHaveLength(pooler ? 1 : 0);
  });
});

it('a pooler that is frozen fails a statement in time, and works again', async () => {
  const server = await createTestDatabase(process.env['TEST_DATABASE_URL']);
  const bouncer = await startPgBouncer(server.url, { mode: 'transaction' });
  const database = await openDatabase({
    ...{ url: bouncer.url, dataDir: '', applicationName: 'pg-test', migrationsDir, log, timeoutMs },
  });
  await database.query('SELECT 1');
  bouncer.signal('SIGSTOP');
  const began = performance.now();
  const replies = Array.from({ length: 30 }, () => database.query('SELECT 1'));
  const outcomes = await Promise.allSettled(replies);
  expect(performance.now() - began).toBeLessThan(timeoutMs * 10);
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']));
  bouncer.signal('SIGCONT');
  await database.query('SELECT 1');
  await database.close();
  await bouncer.close();
  await server.drop();
});

const nameOf = ({ url }: TestDatabase) => new URL(url).pathname.slice(1);

async function pgQuery(connectionString: string, sql: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return (await client.query<{ count: string }>(sql).finally(() => client.end())).rows;
}

async function untilNone(url: string, like: string): Promise<void> {
  const running = `SELECT count(*) FROM pg_stat_activity
    WHERE state = 'active' AND query LIKE '${like}' AND pid <> pg_backend_pid()`;
  const until = performance.now() + 20_000;
  for (;;) {
    const [row] = await pgQuery(url, running);
    if (row?.count === '0') return;
    if (performance.now() > until) throw new Error('it still runs');
  }
}
