import { execFile } from 'node:child_process';
import { appendFile, chown, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@triptych/free-port';
import pg from 'pg';

const runFile = promisify(execFile);
const debian = '/usr/lib/postgresql';

/** A PostgreSQL server of a test's own, to be stopped, frozen and started again. */
export interface OwnServer {
  /** Of the database `postgres`. */
  readonly url: string;
  readonly port: number;
  /** A folder of its own that it may read. */
  readonly home: string;
  start(): Promise<void>;
  /** One statement on a connection of its own. */
  query<Row>(sql: string): Promise<Row[]>;
  /** As a crash: the clients are not notified, and the next start recovers. */
  crash(): Promise<void>;
  /** Freezes every process of it: connections stay open, nothing responds. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Lines for the end of postgresql.conf, and for the beginning of pg_hba.conf; it starts again with them. */
  configure(settings: readonly string[], access?: readonly string[]): Promise<void>;
  /** A server of its own that follows this one by streaming replication. */
  addStandby(): Promise<OwnServer>;
  /** Makes the standby a primary. */
  promote(): Promise<void>;
  /** What it has written into its log. */
  log(): Promise<string>;
  /** Ends it and removes its data. */
  destroy(): Promise<void>;
}

/**
 * @param bin folder of `initdb` and `pg_ctl`; the newest of Debian's when left out
 * @throws Error when there is no PostgreSQL: these tests never skip
 */
export function startOwnServer(bin = process.env['TEST_POSTGRES_BIN']): Promise<OwnServer> {
  return startServer(bin, (run, data) =>
    run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'),
  );
}

type Run = (program: string, ...parameters: string[]) => Promise<void>;

async function startServer(
  bin: string | undefined,
  fill: (run: Run, data: string) => Promise<void>,
): Promise<OwnServer> {
  const programs = bin ?? (await newestPostgres());
  const home = await mkdtemp(join(tmpdir(), 'own-postgres-'));
  const data = join(home, 'data');
  const logFile = join(home, 'log');
  const port = await freePort();
  const owner = await ownerOf(home);
  const run: Run = (program, ...parameters) => owner(join(programs, program), ...parameters);
  const control = (...parameters: string[]) => run('pg_ctl', '-D', data, '-w', ...parameters);
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  const start = () => control('-l', logFile, '-o', settings, 'start');
  const crash = () => control('-m', 'immediate', 'stop');
  const signal = async (name: NodeJS.Signals) => {
    for (const pid of await processesOf(data)) process.kill(pid, name);
  };
  await fill(run, data);
  await start();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  return {
    url,
    port,
    home,
    start,
    crash,
    query: (sql) => queryAt(url, sql),
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async configure(lines, access = []) {
      await control('-m', 'fast', 'stop');
      await appendFile(join(data, 'postgresql.conf'), `\n${lines.join('\n')}\n`);
      const rules = await readFile(join(data, 'pg_hba.conf'), 'utf8');
      await writeFile(join(data, 'pg_hba.conf'), `${access.join('\n')}\n${rules}`);
      await start();
    },
    addStandby: () =>
      startServer(bin, (as, folder) =>
        as('pg_basebackup', '-d', url, '-D', folder, '-R', '-c', 'fast', '-X', 'stream'),
      ),
    promote: () => control('promote'),
    log: () => readFile(logFile, 'utf8'),
    async destroy() {
      await signal('SIGCONT').catch(() => {});
      await crash().catch(() => {});
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function queryAt<Row>(connectionString: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<never>(sql)).rows;
  } finally {
    await client.end();
  }
}

/**
 * The folder of the programs of the newest PostgreSQL that Debian has installed.
 *
 * @throws Error when there is none
 */
export async function newestPostgres(): Promise<string> {
  const versions = (await readdir(debian).catch(() => [])).map(Number).filter(Number.isFinite);
  if (versions.length === 0) throw new Error('no PostgreSQL: install it or set TEST_POSTGRES_BIN');
  return join(debian, String(Math.max(...versions)), 'bin');
}

/** PostgreSQL refuses to run as root. */
async function ownerOf(home: string) {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    const { stdout } = await runFile('id', ['-u', 'postgres']);
    await chown(home, Number(stdout), -1);
  }
  return async (program: string, ...parameters: string[]): Promise<void> => {
    const command = isRoot ? ['runuser', '-u', 'postgres', '--', program] : [program];
    await runFile(command[0]!, [...command.slice(1), ...parameters], { cwd: home });
  };
}

/** The server and the processes it has made, each of which needs its own signal. */
async function processesOf(data: string): Promise<number[]> {
  const [first = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
  const server = Number(first);
  const { stdout } = await runFile('ps', ['-o', 'pid=', '--ppid', String(server)]);
  return [server, ...stdout.trim().split(/\s+/).map(Number)];
}
