/** The number of the cluster that writes now (ADR 0053). */
export const epochNow = `coalesce((SELECT value::int FROM settings WHERE name = 'events_epoch'), 0)`;

/** Of a row of `user_events`: it is older than every transaction that still runs, so nothing can come before it later. */
export const isShown = `(
    epoch < ${epochNow}
    OR xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
  )`;

/** The place of the newest event that readers are shown; no row: there is none. */
export const newestPlace = `
  SELECT epoch, xid::text, seq::text, left(id::text, 8) AS mark FROM user_events WHERE ${isShown}
  ORDER BY user_events.epoch DESC, user_events.xid DESC, user_events.seq DESC LIMIT 1`;
