import { Prisma } from '../generated/prisma/client.js';

type Sql = ReturnType<typeof Prisma.sql>;

/**
 * Whether the one has ever had to do with the other, as far as it is still known. To anybody else an id is like one that
 * nobody has, so that it tells nothing to whoever comes by it.
 *
 * @param me and `other`: ids, not null
 */
export function haveMet(me: Sql, other: Sql): Sql {
  const [lo, hi] = [Prisma.sql`LEAST(${me}, ${other})`, Prisma.sql`GREATEST(${me}, ${other})`];
  return Prisma.sql`(
    EXISTS (SELECT 1 FROM chats WHERE id = ${lo}::text || '--' || ${hi}::text)
    OR EXISTS (SELECT 1 FROM relations WHERE lo_id = ${lo} AND hi_id = ${hi} AND state <> 'blocked')
    OR EXISTS (SELECT 1 FROM former_friends WHERE viewer_id = ${me} AND person_id = ${other})
    OR EXISTS (SELECT 1 FROM denials WHERE requester_id = ${me} AND target_id = ${other})
    OR EXISTS (SELECT 1 FROM denials WHERE requester_id = ${other} AND target_id = ${me})
    OR EXISTS (SELECT 1 FROM events WHERE user_id = ${me} AND person_id = ${other})
  )`;
}
