import { withRetry } from '@triptych/postgres';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { appendEvents } from '../events/append-events.sql.js';
import { isQuiet, type ErasedAskers } from '../friends/erased-askers.sql.js';
import type { RequestRules } from '../friends/request-rules.js';
import { holdHandlesOfErased } from '../people/handle-store.sql.js';
import type { Caller } from '../sessions/sessions.js';
import type { Erased } from './erasure.js';

/** @param asking how requests become quiet, and stay so when their maker comes back */
export async function eraseUser(
  prisma: PrismaClient,
  userId: string,
  asking: { readonly rules: RequestRules; readonly erasedAskers: ErasedAskers },
): Promise<Erased | null> {
  const me = Prisma.sql`${userId}::uuid`;
  const run = <T = object>(statement: Sql) => prisma.$queryRaw<T[]>(statement);
  const isOwn = isOf(me);
  const keepAskers = asking.erasedAskers.keep(me);
  // Rows are locked in the order in which every other writer takes them: user, relation, chat, counter.
  const [found, , , , , notified, , sessions] = await withRetry(() =>
    prisma.$transaction([
      run(Prisma.sql`SELECT 1 FROM users WHERE id = ${me} FOR UPDATE`),
      run(Prisma.sql`SELECT 1 FROM relations WHERE ${isOwn} ORDER BY lo_id, hi_id FOR UPDATE`),
      run(Prisma.sql`SELECT 1 FROM chats WHERE ${isOwn} ORDER BY id FOR UPDATE`),
      run(keepAskers[0]),
      run(keepAskers[1]),
      run<{ userId: string }>(notifyPartners(me, asking.rules)),
      run(dropEmptyChats(me)),
      run<Caller>(endSessions(me)),
      run(holdHandlesOfErased(me)),
      run(Prisma.sql`DELETE FROM auth_flows WHERE link_user_id = ${me}`),
      // A trigger empties what others' events and the reports hold of them, whichever release erases the account.
      run(Prisma.sql`DELETE FROM users WHERE id = ${me}`),
    ]),
  );
  if (found.length === 0) return null;
  return { sessions, notified: notified.map((each) => each.userId) };
}

type Sql = ReturnType<typeof Prisma.sql>;

function isOf(me: Sql): Sql {
  return Prisma.sql`(lo_id = ${me} OR hi_id = ${me})`;
}

function partnerOf(me: Sql): Sql {
  return Prisma.sql`CASE WHEN lo_id = ${me} THEN hi_id ELSE lo_id END`;
}

/**
 * Each relation ends as it would by itself, and the other one gets its event; whoever has a chat with the user sees it
 * without a name from now on.
 */
function notifyPartners(me: Sql, rules: RequestRules): Sql {
  return appendEvents(Prisma.sql`
    gone AS (
      DELETE FROM relations WHERE ${isOf(me)}
      RETURNING ${partnerOf(me)} AS partner_id, state, requester_id,
        CASE WHEN lo_id = ${me} THEN hi_blocks ELSE lo_blocks END AS partner_blocks
    ),
    entry AS (
      SELECT partner_id AS user_id, 1 AS position, ${me} AS person_id, NULL::text AS chat_id,
        NULL::int AS chat_seq,
        CASE state WHEN 'friends' THEN 'removed_friend' WHEN 'blocked' THEN 'unblocked'
          ELSE CASE requester_id WHEN ${me} THEN 'request_cancelled' ELSE 'request_denied' END
        END AS type
      FROM gone WHERE (state <> 'blocked' OR partner_blocks) AND NOT (
        state = 'pending' AND requester_id = ${me} AND ${isQuiet(me, Prisma.sql`gone.partner_id`, rules)}
      )
      UNION ALL
      SELECT ${partnerOf(me)}, 2, ${me}, id, NULL, 'person_erased' FROM chats WHERE ${isOf(me)}
    )`);
}

function dropEmptyChats(me: Sql): Sql {
  return Prisma.sql`
    DELETE FROM chats WHERE ${isOf(me)}
      AND NOT EXISTS (SELECT 1 FROM users WHERE id = ${partnerOf(me)})`;
}

function endSessions(me: Sql): Sql {
  return Prisma.sql`
    DELETE FROM sessions WHERE user_id = ${me}
    RETURNING id::text AS "sessionId", user_id::text AS "userId"`;
}
