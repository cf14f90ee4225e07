import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Session } from '../session.js';

export const migrationsDir = fileURLToPath(new URL('./fixtures/kill-migrations', import.meta.url));
const program = fileURLToPath(new URL('./migrator.fixture.ts', import.meta.url));

export type Way = 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'terminate';

/** What happens to a migrating process, and at which of its statements. */
export interface Strike {
  readonly way: Way;
  readonly statement: number;
  readonly phase: 'before' | 'during' | 'after';
}

/** More than the statements of one run, so that some strikes come too late to matter. */
const mostStatements = 48;

/** So many of all possible strikes, spread over them; each is met once before any is met again. */
export function strikes(ways: readonly Way[], count: number): Strike[] {
  const all = Array.from({ length: mostStatements }, (_, statement) =>
    (['before', 'during', 'after'] as const).flatMap((phase) =>
      ways.map((way) => ({ way, statement, phase })),
    ),
  ).flat();
  // Has no factor in common with the number of all of them.
  const step = 211;
  return Array.from({ length: count }, (_, n) => all[(n * step) % all.length]!);
}

export interface Migrator {
  /** Resolves once it was struck, or has ended without. */
  readonly struck: Promise<void>;
  readonly exited: Promise<unknown>;
  resume(): void;
  kill(): void;
  errors(): string;
}

/** Starts a process that migrates the database of `url`, or the one in `folder`. */
export function startMigrator(where: { url?: string; folder?: string }, strike: Strike): Migrator {
  const input = JSON.stringify({ folder: '', ...where, migrationsDir, strike });
  const child = spawn(
    process.execPath,
    ['--conditions=@triptych/source', '--import', 'tsx', program, input],
    { env: { PATH: process.env['PATH'] }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const exited = once(child, 'close');
  const told = new Promise<void>((resolve) => {
    createInterface(child.stdout).on('line', (line) => line === 'struck' && resolve());
  });
  return {
    struck: Promise.race([told, exited]).then(() => {}),
    exited,
    resume: () => void child.kill('SIGCONT'),
    kill: () => void child.kill('SIGKILL'),
    errors: () => errors,
  };
}

/** Resolves when the server has noticed that a migrator is gone. */
export async function untilGone(session: Session): Promise<void> {
  for (;;) {
    const left = await session.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'migrator'`,
    );
    if (left.length === 0) return;
    await pause(20);
  }
}

/** What the history says, and what is there. They are the same after every interruption. */
export async function compareWithHistory(session: Session) {
  const [found] = await session.query<Record<'history' | 'table' | 'column' | 'index', boolean>>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS history, to_regclass('counter') IS NOT NULL AS table,
       EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('counter') AND attname = 'm') AS column,
       EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass('counter_n_idx') AND indisvalid) AS index`,
  );
  const rows = found!.history
    ? await session.query<{ name: string; finished: boolean }>(
        `SELECT migration_name AS name, finished_at IS NOT NULL AS finished FROM _prisma_migrations ORDER BY 1`,
      )
    : [];
  const counts = found!.table ? await session.query<{ n: number }>('SELECT n FROM counter') : [];
  const names = rows.filter(({ finished }) => finished).map(({ name }) => name.split('_')[1]!);
  const changes = ['slow', 'column'].filter((name) => names.includes(name)).length;
  return {
    names,
    said: {
      unfinished: 0,
      table: names.includes('table'),
      column: names.includes('column'),
      counts: names.includes('table') ? [{ n: changes }] : [],
      // Built before its row is written; a second time it is found.
      indexIsThere: true,
    },
    there: {
      unfinished: rows.length - names.length,
      table: found!.table,
      column: found!.column,
      counts,
      indexIsThere: found!.index || !names.includes('index'),
    },
  };
}
