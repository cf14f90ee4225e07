import { isForeignKeyViolation, withRetry } from '@triptych/postgres';
import { Prisma } from '../generated/prisma/client.js';
import { profileOfPerson } from '../people/seen-person.sql.js';
import type { EventType } from './event-types.js';

type Sql = ReturnType<typeof Prisma.sql>;

/**
 * Runs a statement that appends events: again, when it lost against another one, and once more when somebody who was to
 * get an event erased the account meanwhile. By then they are not there any more.
 */
export async function runWithEvents<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await withRetry(run);
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    return withRetry(run);
  }
}

/** An event for one user, appended to their log with the change that causes it. */
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
 * One statement, hence one transaction: the change and, only if it changed its row, an event for each user. Counters
 * are locked in the order of user ids, so no two writers deadlock. A user who has erased the account gets no event.
 *
 * @param change comma-separated CTEs; the last is named `change` and returns at most one row with `chat_seq`
 * @param events at most one per user
 */
export function changeWithEvents(change: Sql, events: readonly NewEvent[]): Sql {
  const values = events.map(
    ({ userId, type, personId = null, chatId = null, onlyIf = Prisma.sql`true` }) =>
      Prisma.sql`(${userId}::uuid, ${type}::text, ${personId}::uuid, ${chatId}::text, ${onlyIf})`,
  );
  return appendEvents(
    Prisma.sql`
    ${change},
    entry AS (
      SELECT noted.user_id, 1 AS position, type, person_id, chat_id, change.chat_seq FROM change
      CROSS JOIN (VALUES ${Prisma.join(values)}) AS noted (user_id, type, person_id, chat_id, applies)
      WHERE noted.applies
    )`,
    Prisma.sql`SELECT * FROM change`,
  );
}

const notifiedUsers = Prisma.sql`SELECT user_id::text AS "userId" FROM head`;

/**
 * One statement: any number of events for any number of users. Each counter moves once, because a row that is changed
 * twice in a transaction has its foreign keys checked, and locked, again.
 *
 * @param entries comma-separated CTEs; the last is named `entry` and has `user_id`, `position` (the order of the events
 *   of one user), `type`, `person_id`, `chat_id` and `chat_seq`
 * @param result what the statement returns; by default the users who got an event
 */
export function appendEvents(entries: Sql, result = notifiedUsers): Sql {
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
      INSERT INTO events (user_id, seq, type, person_id, chat_id, chat_seq, profile)
      SELECT head.user_id, head.seq - behind.later, behind.type,
        behind.person_id, behind.chat_id, behind.chat_seq,
        CASE WHEN behind.type IN ('friend_request', 'new_friend') THEN (
          SELECT ${profileOfPerson} FROM users AS person WHERE person.id = behind.person_id
        ) END
      FROM head JOIN behind USING (user_id)
    )
    ${result}`;
}
