// Replays traces of tools/models/src/user_feed.qnt on PostgreSQL, on a server of its own, and compares after each step.
import { randomUUID } from 'node:crypto';
import {
  type LockSession,
  openLockSession,
  type OwnServer,
  startOwnServer,
} from '@triptych/postgres/testing';
import { type ModelStep, simulateModel } from '@triptych/testing';
import { postgresTestStores, type TestStores } from '../testing/test-app.js';
import { parseCursor } from './event-cursor.js';
import { replay } from './event-log.contract.js';
import type { UserEvent } from './user-event.js';

interface Row {
  readonly at: { epoch: number; xid: number; seq: number; mark: number };
  readonly user: string;
  readonly data: number;
  readonly isRemoval: boolean;
}

interface State {
  readonly rows: readonly Row[];
  readonly table: ReadonlyMap<string, number>;
  readonly xids: ReadonlyMap<number, number>;
  readonly phase: 'begin' | 'noted' | 'follow';
  readonly copy: ReadonlyMap<string, number>;
  readonly page: readonly number[];
  readonly isExpired: boolean;
}

interface Picks {
  readonly w: number;
  readonly user: string;
  readonly removes: boolean;
  readonly count: number;
  readonly limit: number;
  readonly where: 'here' | 'younger';
  readonly start: State['phase'];
}

const names = ['ann', 'bob'];
const ids = new Map<string, string>(names.map((name) => [name, randomUUID()]));
/** By how much the transactions of another cluster are ahead of those of this one. */
const ahead = 1_000_000_000;

let server: OwnServer;
let world: TestStores;
let sessions: ReadonlyMap<number, LockSession>;
beforeAll(async () => {
  server = await startOwnServer();
  world = await postgresTestStores(server.url);
  const [{ name }] = (await world.query('SELECT current_database() AS name')) as [{ name: string }];
  const url = server.url.replace(/[^/]+$/, name);
  sessions = new Map([
    [1, await openLockSession(url)],
    [2, await openLockSession(url)],
  ]);
});
afterAll(async () => {
  for (const session of sessions.values()) await session.end();
  await world.close();
  await server.destroy();
});

const asMap = (versions: ReadonlyMap<string, number>) =>
  new Map([...versions].filter(([, version]) => version > 0));

/** The users by their versions, which stand where phone numbers do. */
async function readTable() {
  const rows = await world.query('SELECT id, phone FROM users');
  return new Map(
    (rows as { id: string; phone: string }[]).map(({ id, phone }) => [id, { Phone: phone }]),
  );
}

/** What the service and its database do for one trace. */
class Replay {
  private cursor = '0-0-0-00000000';
  private copy = new Map<string, object>();
  private phase: State['phase'] = 'follow';
  private page: UserEvent[] | null = [];
  private readonly began = new Set<number>();

  async begin(): Promise<void> {
    for (const session of sessions.values()) await session.query('ROLLBACK');
    await world.query('TRUNCATE users, user_events RESTART IDENTITY CASCADE');
    await world.query(`DELETE FROM settings WHERE name LIKE 'events_%'`);
    // As one who was there before the log was.
    await this.silently(
      `INSERT INTO users (id, email, full_name, phone) VALUES ('${ids.get('ann')}', 'ann', 'x', '1')`,
    );
    await this.backUp();
    this.copy = await readTable();
  }

  async take({ action, picks }: ModelStep<State>): Promise<void> {
    await this.actions[action]!(picks as unknown as Picks);
  }

  private readonly actions: Record<string, (picks: Picks) => Promise<void>> = {
    init: async ({ start }) => void (this.phase = start),
    write: (picks) => this.write(picks),
    commit: ({ w }) => this.end(w, 'COMMIT'),
    rollBack: ({ w }) => this.end(w, 'ROLLBACK'),
    prune: ({ count }) => world.stores.events.prune({ days: 30, count }),
    backUp: () => this.backUp(),
    restore: ({ where }) => this.restore(where),
    note: async () => {
      this.cursor = await world.stores.events.newest();
      this.phase = 'noted';
    },
    takeExport: async () => {
      this.copy = await readTable();
      this.phase = 'follow';
    },
    read: ({ limit }) => this.read(limit),
  };

  private nextVersion = 2;

  private async write({ w, user, removes }: Picks): Promise<void> {
    const session = sessions.get(w)!;
    const id = ids.get(user);
    if (!this.began.has(w)) await session.query('BEGIN');
    this.began.add(w);
    const [found] = await session.query('SELECT FROM users WHERE id = $1', [id]);
    const version = `${this.nextVersion++}`;
    try {
      if (removes) await session.query('DELETE FROM users WHERE id = $1', [id]);
      else if (found)
        await session.query('UPDATE users SET phone = $2 WHERE id = $1', [id, version]);
      else {
        const values = [id, user, version];
        await session.query(
          `INSERT INTO users (id, email, full_name, phone) VALUES ($1, $2, 'x', $3)`,
          values,
        );
      }
    } catch (error) {
      if ((error as { code?: string }).code !== '40001') throw error;
      await this.end(w, 'ROLLBACK');
    }
  }

  private async end(w: number, how: string): Promise<void> {
    await sessions.get(w)!.query(how);
    this.began.delete(w);
  }

  private async read(limit: number): Promise<void> {
    this.page = await world.stores.events.read(parseCursor(this.cursor), limit);
    if (this.page === null) this.phase = 'begin';
    else replay(this.page, this.copy);
    this.cursor = this.page?.at(-1)?.cursor ?? this.cursor;
  }

  private async backUp(): Promise<void> {
    for (const table of ['users', 'user_events', 'settings']) {
      await world.query(`DROP TABLE IF EXISTS kept_${table}`);
      await world.query(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);
    }
    const sequence = `pg_get_serial_sequence('user_events', 'seq')`;
    await world.query('DROP TABLE IF EXISTS kept_sequence');
    await world.query(`CREATE TABLE kept_sequence AS SELECT nextval(${sequence}) AS next`);
    await world.query(`SELECT setval(${sequence}, next, false) FROM kept_sequence`);
  }

  /** A cluster that counts from the beginning has what is restored ahead of it: here that is moved on instead. */
  private async restore(where: Picks['where']): Promise<void> {
    for (const w of [...this.began]) await this.end(w, 'ROLLBACK');
    if (where === 'younger') {
      await world.query(`UPDATE kept_user_events SET xid = xid + ${ahead}`);
      const [epoch, xid, ...rest] = this.cursor.split('-');
      if (xid !== '0') this.cursor = [epoch, Number(xid) + ahead, ...rest].join('-');
    }
    await world.query('TRUNCATE user_events');
    await world.query('INSERT INTO user_events SELECT * FROM kept_user_events');
    await world.query(`DELETE FROM settings WHERE name LIKE 'events_%'`);
    await world.query(
      `INSERT INTO settings SELECT * FROM kept_settings WHERE name LIKE 'events_%'`,
    );
    await this.silently('DELETE FROM users', 'INSERT INTO users SELECT * FROM kept_users');
    await world.query(
      `SELECT setval(pg_get_serial_sequence('user_events', 'seq'), next, false) FROM kept_sequence`,
    );
    await world.stores.events.settle();
  }

  /** Changes of users that are no events. */
  private async silently(...statements: string[]): Promise<void> {
    const session = sessions.get(1)!;
    await session.query('SET session_replication_role = replica');
    for (const statement of statements) await session.query(statement);
    await session.query('SET session_replication_role = origin');
  }

  /** In the words of the model. */
  async observe(action: string) {
    const nameOf = new Map([...ids].map(([name, id]) => [id, name]));
    const versions = (table: ReadonlyMap<string, object>) =>
      new Map(
        [...table].map(([id, { Phone }]: [string, { Phone?: string }]) => [
          nameOf.get(id)!,
          Number(Phone),
        ]),
      );
    const rows = await world.query(
      `SELECT user_id, data->>'Phone' AS phone, type FROM user_events ORDER BY epoch, xid, seq`,
    );
    return {
      rows: (rows as { user_id: string; phone: string | null; type: string }[]).map((row) => ({
        user: nameOf.get(row.user_id),
        data: Number(row.phone),
        isRemoval: row.type === 'user.deleted',
      })),
      table: versions(await readTable()),
      open: [...this.began].sort(),
      phase: this.phase,
      copy: versions(this.copy),
      page:
        action === 'read' &&
        this.page?.map(({ userId, data }) => ({
          user: nameOf.get(userId),
          data: Number(data?.Phone ?? 0),
        })),
    };
  }
}

const placeOrder = (one: Row, other: Row) =>
  one.at.epoch - other.at.epoch || one.at.xid - other.at.xid || one.at.seq - other.at.seq;

function expected({ action, state }: ModelStep<State>) {
  const { rows, table, xids, phase, copy, page, isExpired } = state;
  const told = ({ user, data }: Row) => ({ user, data });
  return {
    rows: [...rows].sort(placeOrder).map((row) => ({ ...told(row), isRemoval: row.isRemoval })),
    table: asMap(table),
    open: [...xids].flatMap(([w, xid]) => (xid > 0 ? [w] : [])),
    phase,
    copy: asMap(copy),
    page:
      action === 'read' &&
      (isExpired ? undefined : page.map((mark) => told(rows.find(({ at }) => at.mark === mark)!))),
  };
}

it.each([11])('does what the model does, seed %i', async (seed) => {
  const invariants = ['leadsToTable', 'newestIsKept'];
  const constants = { FAULTS: 'Set("")', RESTORES: 'Set("here", "younger")' };
  const simulation = { model: 'user_feed', constants, invariants, seed };
  const { traces } = await simulateModel<State>({ ...simulation, samples: 8, steps: 40 }, 8);
  expect(traces).toHaveLength(8);
  for (const trace of traces) {
    const real = new Replay();
    await real.begin();
    const path: string[] = [];
    for (const step of trace) {
      await real.take(step);
      path.push(`${step.action} ${JSON.stringify(step.picks)}`);
      expect({ path, ...(await real.observe(step.action)) }).toEqual({ path, ...expected(step) });
    }
  }
  // Quint parses the model for seconds.
});
