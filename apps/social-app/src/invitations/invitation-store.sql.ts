// Links by which people become friends (ADR 0037).
//   made → opened (as often as one likes; nothing changes) → accepted (one use less) → used up
//   made → expired, or revoked · whatever is no longer usable is as unknown as what never was
import { runWithEvents, changeWithEvents } from '../events/append-events.sql.js';
import { lockPeople, toBoth, type Sql } from '../friends/relation-changes.sql.js';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { profileOfInviter, toPerson, type Profile } from '../people/seen-person.sql.js';
import { partnerOf, type UserPair } from '../people/user-ids.js';
import type { Invitation, InvitationStore } from './invitation-store.port.js';

const usable = Prisma.sql`uses_left > 0 AND expires_at > now()`;
const columns = Prisma.sql`id::text, max_uses AS "maxUses", uses_left AS "usesLeft",
  created_at AS "createdAt", expires_at AS "expiresAt"`;

export function createSqlInvitationStore(prisma: PrismaClient): InvitationStore {
  const run = <Row = object>(statement: Sql) => prisma.$queryRaw<Row[]>(statement);
  return {
    async create(userId, link, most) {
      const [, , made] = await prisma.$transaction([
        run(Prisma.sql`DELETE FROM invitations WHERE expires_at <= now() RETURNING 1`),
        // Those of one person are made one after another, so that each counts those before it.
        run(Prisma.sql`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`),
        run<Invitation>(insert(userId, link, most)),
      ]);
      return made[0] ?? null;
    },
    list: (userId) =>
      run<Invitation>(Prisma.sql`
        SELECT ${columns} FROM invitations WHERE user_id = ${userId}::uuid AND ${usable}
        ORDER BY created_at DESC, id DESC`),
    async revoke(userId, id) {
      const { count } = await prisma.invitation.deleteMany({ where: { id, userId } });
      return count > 0;
    },
    async open(tokenDigest, viewer) {
      const [found] = await run<{ id: string; profile: Profile }>(opened(tokenDigest, viewer));
      return found ? toPerson(found.id, found.profile) : null;
    },
    find: (tokenDigest) =>
      prisma.invitation.findUnique({
        where: { tokenDigest: new Uint8Array(tokenDigest) },
        select: { id: true, userId: true },
      }),
    async accept(id, pair, inviter) {
      const [, , accepted] = await runWithEvents(() =>
        prisma.$transaction([
          run(lockPeople(pair)),
          // Whoever comes for the last use waits here, and finds none.
          run(Prisma.sql`SELECT 1 FROM invitations WHERE id = ${id}::uuid FOR UPDATE`),
          run(acceptance(id, pair, inviter)),
        ]),
      );
      return accepted.length > 0;
    },
    async areFriends({ lo: loId, hi: hiId }) {
      return (await prisma.relation.count({ where: { loId, hiId, state: 'friends' } })) > 0;
    },
  };
}

function insert(
  userId: string,
  { tokenDigest, maxUses, days }: Parameters<InvitationStore['create']>[1],
  most: number,
): Sql {
  const me = Prisma.sql`${userId}::uuid`;
  return Prisma.sql`
    INSERT INTO invitations (id, user_id, token_digest, max_uses, uses_left, expires_at)
    SELECT gen_random_uuid(), ${me}, ${tokenDigest}::bytea, ${maxUses}::int, ${maxUses}::int,
      now() + make_interval(days => ${days}::int)
    WHERE (SELECT count(*) FROM invitations WHERE user_id = ${me} AND ${usable}) < ${most}::int
    RETURNING ${columns}`;
}

function opened(tokenDigest: Buffer, viewer: string): Sql {
  const me = Prisma.sql`${viewer}::uuid`;
  return Prisma.sql`
    SELECT person.id::text, ${profileOfInviter} AS profile
    FROM invitations AS invitation
    JOIN users AS person ON person.id = invitation.user_id
    LEFT JOIN relations AS relation
      ON relation.lo_id = LEAST(person.id, ${me}) AND relation.hi_id = GREATEST(person.id, ${me})
    WHERE invitation.token_digest = ${tokenDigest}::bytea AND ${usable}
      AND relation.state IS DISTINCT FROM 'blocked' AND ${isMeantFor(me)}`;
}

/**
 * Whether `invitation` is for this person, too: not when their friendship with its maker ended, or the maker denied a
 * request of theirs, after it was made. That word is the later one.
 */
function isMeantFor(guest: Sql): Sql {
  return Prisma.sql`NOT EXISTS (
      SELECT 1 FROM former_friends AS former
      WHERE former.viewer_id = invitation.user_id AND former.person_id = ${guest}
        AND former.ended_at > invitation.created_at
    ) AND NOT EXISTS (
      SELECT 1 FROM denials
      WHERE denials.target_id = invitation.user_id AND denials.requester_id = ${guest}
        AND denials.count > 0 AND denials.last_at > invitation.created_at
    )`;
}

/** A request of either side becomes the friendship; a block of either keeps it from being made. */
function acceptance(id: string, pair: UserPair, inviter: string): Sql {
  const guest = Prisma.sql`${partnerOf(pair, inviter)}::uuid`;
  const joined = Prisma.sql`
    INSERT INTO relations AS held (lo_id, hi_id, state, requester_id)
    SELECT ${pair.lo}::uuid, ${pair.hi}::uuid, 'friends', ${inviter}::uuid
    FROM invitations AS invitation
    WHERE id = ${id}::uuid AND user_id = ${inviter}::uuid AND ${usable} AND ${isMeantFor(guest)}
    ON CONFLICT (lo_id, hi_id) DO UPDATE SET state = 'friends', changed_at = excluded.changed_at
      WHERE held.state = 'pending'
    RETURNING 1`;
  const change = Prisma.sql`
    joined AS (${joined}),
    used AS (
      UPDATE invitations SET uses_left = uses_left - 1
      WHERE id = ${id}::uuid AND EXISTS (SELECT 1 FROM joined)
    ),
    change AS (SELECT NULL::int AS chat_seq FROM joined)`;
  return changeWithEvents(change, toBoth(pair, 'new_friend'));
}
