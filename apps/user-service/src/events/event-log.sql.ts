// The log of changes (ADR 0053). Triggers write it, so that no change is without its event; this reads it.
//   order    epoch, transaction, number: of one user that of the commits, since each change locks the user's row
//   shown    what is older than every transaction that still runs, so that nothing can come before it later
//   kept     by time and number, up to the newest without a gap; the newest row always, so that the cursor of who has read
//            all is found
import { RequestTime, type Statements } from '@triptych/postgres';
import { beginning, formatCursor, type Place } from './event-cursor.js';
import type { EventLog } from './events.js';
import { epochNow, isShown, newestPlace } from './newest-event.sql.js';
import type { UserEvent } from './user-event.js';

export interface SqlEventLog extends EventLog {
  /** Removes what is older than `days`, and the oldest of more than `count`. */
  prune(kept: { readonly days: number; readonly count: number }): Promise<void>;
  /**
   * After a dump was restored into another cluster, its transactions have lower numbers than the rows: begins a new epoch.
   * To be called before anything is written.
   */
  settle(): Promise<void>;
}

interface Row {
  readonly known: boolean;
  readonly epoch: number | null;
  readonly xid: string;
  readonly seq: string;
  readonly id: string;
  readonly type: UserEvent['type'];
  readonly userId: string;
  readonly at: string;
  readonly data: string | null;
}

/** @param timeoutMs after which a read fails, whatever the database does */
export function createSqlEventLog(database: Statements, timeoutMs: number): SqlEventLog {
  const run = <Found>(text: string, values: readonly unknown[] = []) =>
    database.prepared<Found>({ text, values });
  return {
    read: (after, limit) => {
      const values = [after?.epoch, after?.xid, after?.seq, after?.mark];
      return new RequestTime(timeoutMs).run(async () => {
        const rows = await run<Row>(readStatement, [
          ...values.map((value) => value ?? null),
          limit,
        ]);
        if (rows[0]?.known !== true) return null;
        return rows.filter(({ epoch }) => epoch !== null).map(toEvent);
      });
    },
    newest: async () => {
      const [row = beginning] = await run<Place>(newestPlace);
      return formatCursor(row);
    },
    prune: async ({ days, count }) => {
      for (let removed = removedAtOnce; removed === removedAtOnce;) {
        const [row] = await run<{ removed: number }>(pruneStatement, [days, count]);
        removed = row?.removed ?? 0;
      }
    },
    settle: async () => void (await run(settleStatement)),
  };
}

function toEvent(row: Row): UserEvent {
  const { id, type, userId, at, data } = row;
  const cursor = formatCursor({ ...row, epoch: row.epoch ?? 0, mark: id.slice(0, 8) });
  return { id, type, userId, at, data: data === null ? null : (JSON.parse(data) as never), cursor };
}

const readStatement = `
  SELECT known, event.* FROM (
    SELECT $1::int IS NULL OR EXISTS (
      SELECT FROM user_events
      WHERE epoch = $1::int AND xid = $2::bigint AND seq = $3::bigint AND left(id::text, 8) = $4::text
    ) OR ($2::bigint = 0 AND NOT EXISTS (SELECT FROM settings WHERE name = 'events_removed')) AS known
  ) AS cursor
  LEFT JOIN LATERAL (
    SELECT epoch, xid::text, seq::text, id::text, type, user_id::text AS "userId",
      to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, data::text
    FROM user_events
    WHERE (epoch, xid, seq) > (coalesce($1::int, -1), coalesce($2::bigint, 0), coalesce($3::bigint, 0))
      AND ${isShown}
    ORDER BY user_events.epoch, user_events.xid, user_events.seq LIMIT $5::int
  ) AS event ON known`;

const removedAtOnce = 5000;
// Portions from the beginning, so that no statement lasts long, nor reads what is to be kept. It stops at the first row that
// stays, also one that another replica or the removal of its user has locked: a cursor of a row that is left, with rows after
// it gone, would be accepted, and what it skips never noticed.
const pruneStatement = `
  WITH newest AS (
    SELECT epoch, xid, seq FROM user_events ORDER BY epoch DESC, xid DESC, seq DESC LIMIT 1
  ),
  first AS (
    SELECT epoch, xid, seq, at FROM user_events ORDER BY epoch, xid, seq LIMIT ${removedAtOnce}
  ),
  taken AS (
    SELECT epoch, xid, seq FROM user_events WHERE (epoch, xid, seq) IN (SELECT epoch, xid, seq FROM first)
    ORDER BY epoch, xid, seq FOR UPDATE SKIP LOCKED
  ),
  staying AS (
    SELECT epoch, xid, seq FROM first
    WHERE (epoch, xid, seq) = (SELECT epoch, xid, seq FROM newest)
      OR NOT (at < now() - $1::int * interval '1 day' OR seq <= (SELECT seq FROM newest) - $2::bigint)
      OR (epoch, xid, seq) NOT IN (SELECT epoch, xid, seq FROM taken)
    ORDER BY epoch, xid, seq LIMIT 1
  ),
  oldest AS (
    SELECT epoch, xid, seq FROM first
    WHERE NOT EXISTS (
      SELECT FROM staying WHERE (staying.epoch, staying.xid, staying.seq) <= (first.epoch, first.xid, first.seq)
    )
  ),
  removed AS (
    DELETE FROM user_events USING oldest
    WHERE (user_events.epoch, user_events.xid, user_events.seq) = (oldest.epoch, oldest.xid, oldest.seq)
    RETURNING 1
  ),
  remembered AS (
    INSERT INTO settings (name, value) SELECT 'events_removed', 'true' WHERE EXISTS (SELECT FROM oldest)
    ON CONFLICT DO NOTHING
  )
  SELECT count(*)::int AS removed FROM removed`;

const settleStatement = `
  INSERT INTO settings (name, value)
  SELECT 'events_epoch', newest.epoch + 1 FROM (
    SELECT epoch, xid FROM user_events ORDER BY epoch DESC, xid DESC LIMIT 1
  ) AS newest
  WHERE newest.epoch = ${epochNow}
    AND newest.xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint
  ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value`;
