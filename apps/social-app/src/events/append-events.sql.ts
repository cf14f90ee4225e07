import { Prisma } from '../generated/prisma/client.js';
import type { EventType } from '../streams/event-log.port.js';

type Sql = ReturnType<typeof Prisma.sql>;

/** An event for one user, to be logged with the change that it tells. */
export interface NewEvent {
  readonly userId: string;
  readonly type: EventType;
  /** Whom it is about. */
  readonly personId?: string;
  readonly chatId?: string;
  /** A boolean of the change; without it the change alone decides. */
  readonly onlyIf?: Sql;
}

/**
 * One statement, hence one transaction: the change and, only if it touched its row, an event for each user.
 *
 * @param change comma-separated CTEs; the last is named `change` and returns at most one row with `chat_seq`
 * @param rows at most one per user; who has erased the account is told nothing; counters are locked in the order of user ids, so no two writers deadlock
 */
export function changeWithEvents(change: Sql, rows: readonly NewEvent[]): Sql {
  const values = rows.map(
    ({ userId, type, personId = null, chatId = null, onlyIf = Prisma.sql`true` }) =>
      Prisma.sql`(${userId}::uuid, ${type}::text, ${personId}::uuid, ${chatId}::text, ${onlyIf})`,
  );
  return Prisma.sql`
    WITH ${change},
    entry (user_id, type, person_id, chat_id, told) AS (VALUES ${Prisma.join(values)}),
    head AS (
      INSERT INTO event_heads AS held (user_id, seq)
      SELECT entry.user_id, 1 FROM entry CROSS JOIN change
      WHERE entry.told AND EXISTS (SELECT 1 FROM users WHERE users.id = entry.user_id)
      ORDER BY entry.user_id
      ON CONFLICT (user_id) DO UPDATE SET seq = held.seq + 1
      RETURNING held.user_id, held.seq
    ),
    logged AS (
      INSERT INTO events (user_id, seq, type, person_id, chat_id, chat_seq)
      SELECT head.user_id, head.seq, entry.type, entry.person_id, entry.chat_id, change.chat_seq
      FROM head JOIN entry USING (user_id) CROSS JOIN change
    )
    SELECT * FROM change`;
}

const told = Prisma.sql`SELECT user_id::text AS "userId" FROM head`;

/**
 * One statement: any number of events for any number of users, who are told who they are. Each counter moves once: a
 * row that is changed twice in a transaction has its foreign keys checked, and locked, anew.
 *
 * @param entries comma-separated CTEs; the last is named `entry` and has `user_id`, `position` (the order of the events
 *   of one user), `type`, `person_id`, `chat_id` and `chat_seq`
 * @param answer what the statement returns; without it, who was told
 */
export function appendEvents(entries: Sql, answer = told): Sql {
  return Prisma.sql`
    WITH ${entries},
    head AS (
      INSERT INTO event_heads AS held (user_id, seq)
      SELECT entry.user_id, count(*) FROM entry
      WHERE EXISTS (SELECT 1 FROM users WHERE users.id = entry.user_id)
      GROUP BY entry.user_id ORDER BY entry.user_id
      ON CONFLICT (user_id) DO UPDATE SET seq = held.seq + excluded.seq
      RETURNING held.user_id, held.seq
    ),
    behind AS (
      SELECT *, row_number() OVER (PARTITION BY user_id ORDER BY position DESC) - 1 AS later FROM entry
    ),
    logged AS (
      INSERT INTO events (user_id, seq, type, person_id, chat_id, chat_seq)
      SELECT head.user_id, head.seq - behind.later, behind.type,
        behind.person_id, behind.chat_id, behind.chat_seq
      FROM head JOIN behind USING (user_id)
    )
    ${answer}`;
}
