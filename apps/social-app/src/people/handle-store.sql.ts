// Who has which handle (ADR 0037). No statement fails for a handle that is taken: whoever takes one locks the word first.
//   none → chosen (at once) → another (at once the first time, then after 30 days) → none (always)
//   a handle that is left: its former holder's alone for 90 days → free
//   an account that is erased: nobody's for as long as it had existed, at most 90 days, kept as a digest alone → free
import { withRetry } from '@triptych/postgres';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import type { HandleStore } from './handle-store.port.js';
import { handleTimes } from './handle.js';

type Sql = ReturnType<typeof Prisma.sql>;
type Choice = Awaited<ReturnType<HandleStore['choose']>>;

/** Of advisory locks, those on handles. */
const handleLocks = 2;
const days = (count: number) => Prisma.sql`make_interval(days => ${count}::int)`;
const changeable = Prisma.sql`changed_at + ${days(handleTimes.changeDays)}`;
const heldBack = days(handleTimes.heldBackDays);
const digestOf = (handle: Sql) => Prisma.sql`sha256(convert_to(${handle}, 'UTF8'))`;

export function createSqlHandleStore(prisma: PrismaClient): HandleStore {
  const transaction = async <Row>(before: readonly Sql[], decide: Sql): Promise<Row[]> => {
    const statements = [...before, decide];
    const results = await withRetry(() =>
      prisma.$transaction(statements.map((each) => prisma.$queryRaw<Row[]>(each))),
    );
    return results.at(-1) ?? [];
  };
  return {
    async choose(userId, handle) {
      const [row] = await transaction<{ outcome: Choice }>(
        [lockHandle(handle), lockPerson(userId), removeFree],
        choice(userId, handle),
      );
      return row?.outcome ?? 'gone';
    },
    async giveUp(userId) {
      const given = await transaction([lockPerson(userId), removeFree], givenUp(userId));
      return given.length > 0;
    },
    async read(userId) {
      const [row] = await prisma.$queryRaw<{ handle: string | null; changeableAt: Date | null }[]>`
        SELECT handle, CASE WHEN ${changeable} > now() THEN ${changeable} END AS "changeableAt"
        FROM user_handles WHERE user_id = ${userId}::uuid`;
      return row ?? { handle: null, changeableAt: null };
    },
    listFormer: (userId) =>
      prisma.formerHandle.findMany({
        where: { userId },
        select: { freeAt: true },
        orderBy: { freeAt: 'asc' },
      }),
    async findHolder(handle) {
      const found = await prisma.userHandle.findUnique({ where: { handle } });
      return found && { id: found.userId };
    },
  };
}

/** Before the person's row: nobody who holds that waits for a word. */
function lockHandle(handle: string): Sql {
  return Prisma.sql`SELECT 1 FROM pg_advisory_xact_lock(${handleLocks}::int, hashtext(${handle}))`;
}

/** Changes of one person run one after another. */
function lockPerson(userId: string): Sql {
  return Prisma.sql`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
}

const removeFree = Prisma.sql`DELETE FROM former_handles WHERE free_at <= now() RETURNING 1`;

function choice(userId: string, handle: string): Sql {
  const [me, wanted] = [Prisma.sql`${userId}::uuid`, Prisma.sql`${handle}::text`];
  const isChosen = Prisma.sql`(SELECT outcome FROM judged) = 'chosen'`;
  return Prisma.sql`
    WITH held AS (SELECT handle, changed_at FROM user_handles WHERE user_id = ${me}),
    judged AS (
      SELECT CASE
        WHEN held.handle = ${wanted} THEN 'same'
        WHEN ${changeable} > now() THEN 'too-soon'
        WHEN EXISTS (SELECT 1 FROM user_handles WHERE handle = ${wanted})
          OR EXISTS (
            SELECT 1 FROM former_handles
            WHERE digest = ${digestOf(wanted)} AND user_id IS DISTINCT FROM ${me}
          ) THEN 'taken'
        ELSE 'chosen' END AS outcome
      FROM users LEFT JOIN held ON true WHERE users.id = ${me}
    ),
    left_behind AS (${holdBack(Prisma.sql`SELECT handle, ${me} FROM held WHERE handle IS NOT NULL AND ${isChosen}`)}),
    taken_back AS (DELETE FROM former_handles WHERE digest = ${digestOf(wanted)} AND ${isChosen}),
    chosen AS (
      INSERT INTO user_handles (user_id, handle, changed_at)
      SELECT ${me}, ${wanted}, (SELECT now() FROM held) WHERE ${isChosen}
      ON CONFLICT (user_id) DO UPDATE SET handle = excluded.handle, changed_at = excluded.changed_at
    )
    SELECT CASE outcome WHEN 'same' THEN 'chosen' ELSE outcome END AS outcome FROM judged`;
}

function givenUp(userId: string): Sql {
  const me = Prisma.sql`${userId}::uuid`;
  return Prisma.sql`
    WITH held AS (SELECT handle FROM user_handles WHERE user_id = ${me} AND handle IS NOT NULL),
    left_behind AS (${holdBack(Prisma.sql`SELECT handle, ${me} FROM held`)})
    UPDATE user_handles SET handle = NULL, changed_at = now()
    WHERE user_id = ${me} AND handle IS NOT NULL RETURNING 1`;
}

/** @param rows each a handle and who may take it back */
function holdBack(rows: Sql, time = heldBack): Sql {
  return Prisma.sql`
    INSERT INTO former_handles (digest, user_id, free_at)
    SELECT ${digestOf(Prisma.sql`given.handle`)}, given.user_id, now() + ${time}
    FROM (${rows}) AS given (handle, user_id)
    ON CONFLICT (digest) DO UPDATE SET user_id = excluded.user_id, free_at = excluded.free_at
    RETURNING 1`;
}

/**
 * For the transaction that erases the person, before their row goes: from then on nobody may take a handle back. It is
 * kept from others no longer than the account had existed, so that whoever erases it and returns locks no more words.
 */
export function holdHandlesOfErased(me: Sql): Sql {
  const time = Prisma.sql`(
    SELECT LEAST(${heldBack}, now() - created_at) FROM users WHERE id = ${me}
  )`;
  return Prisma.sql`
    WITH left_before AS (
      UPDATE former_handles SET free_at = LEAST(free_at, now() + ${time}) WHERE user_id = ${me}
    )
    ${holdBack(
      Prisma.sql`SELECT handle, NULL::uuid FROM user_handles WHERE user_id = ${me} AND handle IS NOT NULL`,
      time,
    )}`;
}
