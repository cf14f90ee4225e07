import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { isTracing } from '@triptych/tracing';
import { embeddedAdapter } from './embedded-adapter.js';
import { lockFolder } from './folder-lock.js';
import type { ExclusiveRun, Session } from './session.js';
import { tracedEngine } from './traced-engine.js';
import { createTurnstile } from './turnstile.js';

// As `pg` gives it: int8 may exceed what a number holds.
const parsers = { 20: (text: string) => text };
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

export type Embedded = Awaited<ReturnType<typeof openEmbedded>>;

/** PostgreSQL inside this process, in a folder that this process alone may open. */
export async function openEmbedded(folder: string) {
  const lock = await lockFolder(folder);
  try {
    const embedded = await startEmbedded({ dataDir: join(folder, 'pgdata') });
    return { ...embedded, close: () => embedded.close().finally(() => lock.release()) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Starts PGlite with the measured settings; without `dataDir` it lives in memory. */
export async function startEmbedded(options: PGliteOptions) {
  const engine = await PGlite.create({ startParams, ...options });
  const statements = isTracing() ? tracedEngine(engine) : engine;
  const oneAtATime = createTurnstile();
  const alone = createTurnstile();
  const session: Session = {
    query: (sql, params = []) =>
      oneAtATime(async () => {
        const { rows } = await statements.query(sql, [...params], { parsers });
        return rows as never[];
      }),
    script: (sql) => oneAtATime(async () => void (await statements.exec(sql))),
  };
  return {
    engine,
    session,
    // A plan is of no use to it beyond its statement.
    prepared: <Row>(sql: string, params?: readonly unknown[]) => session.query<Row>(sql, params),
    adapter: embeddedAdapter(statements, oneAtATime),
    exclusively: ((work) => alone(() => work(session))) satisfies ExclusiveRun,
    close: () => oneAtATime(() => engine.close()),
  };
}
