import { Prisma } from '../generated/prisma/client.js';
import { partnerOf, type UserPair } from '../people/user-ids.js';
import { changeWithEvents, type NewEvent } from '../events/append-events.sql.js';
import { changed, pendingBy, toBoth, transition, type Sql } from './relation-changes.sql.js';
import type { RequestRules } from './request-rules.js';

/** The asker's requests come one after another, so each sees how many wait before it. */
export function lockAsker(requester: string): Sql {
  return Prisma.sql`SELECT 1 FROM users WHERE id = ${requester}::uuid FOR NO KEY UPDATE`;
}

export function requestStatement(pair: UserPair, requester: string, rules: RequestRules): Sql {
  const target = targetOf(pair, requester);
  const within = (count: Sql, most: number) =>
    most === 0 ? Prisma.sql`true` : Prisma.sql`${count} < ${most}::int`;
  const insert = Prisma.sql`
    INSERT INTO relations (lo_id, hi_id, state, requester_id)
    SELECT ${pair.lo}::uuid, ${pair.hi}::uuid, 'pending', ${requester}::uuid
    WHERE EXISTS (SELECT 1 FROM users WHERE id = ${target}::uuid)
      AND ${within(outgoingOf(requester), rules.maxOutgoing)}
      AND ${within(incomingOf(target), rules.maxIncoming)}
      AND NOT EXISTS (${denialThatCounts(requester, target, rules)})
    ON CONFLICT (lo_id, hi_id) DO NOTHING ${changed}`;
  return transition(insert, requestEvents(pair, requester));
}

/** The facts behind a refusal, in one query whatever they are. */
export function refusalQuery(pair: UserPair, requester: string, rules: RequestRules): Sql {
  const target = targetOf(pair, requester);
  const askerBlocks = requester === pair.lo ? Prisma.sql`lo_blocks` : Prisma.sql`hi_blocks`;
  return Prisma.sql`
    SELECT EXISTS (SELECT 1 FROM users WHERE id = ${target}::uuid) AS found,
      relation.state IS NOT NULL AS related,
      coalesce(relation.state = 'blocked' AND NOT relation.${askerBlocks}, false) AS blocked,
      ${outgoingOf(requester)} AS outgoing, ${incomingOf(target)} AS incoming,
      (${denialThatCounts(requester, target, rules)}) AS "waitSeconds"
    FROM (VALUES (1)) AS one
    LEFT JOIN relations AS relation ON relation.lo_id = ${pair.lo}::uuid AND relation.hi_id = ${pair.hi}::uuid`;
}

/** Takes the request away and counts; what was long ago is forgotten on the way. */
export function denyStatement(pair: UserPair, requester: string, rules: RequestRules): Sql {
  const me = targetOf(pair, requester);
  const longAgo = Prisma.sql`last_at < now() - make_interval(secs => ${rules.cooldownSeconds}::int)`;
  const change = Prisma.sql`
    dropped AS (DELETE FROM relations ${pendingBy(pair, requester)} RETURNING 1),
    forgotten AS (
      DELETE FROM denials WHERE target_id = ${me}::uuid AND requester_id <> ${requester}::uuid AND ${longAgo}
    ),
    counted AS (
      INSERT INTO denials (requester_id, target_id, count, last_at)
      SELECT ${requester}::uuid, ${me}::uuid, 1, now() FROM dropped
      ON CONFLICT (requester_id, target_id) DO UPDATE SET last_at = now(),
        count = CASE WHEN denials.${longAgo} THEN 1 ELSE denials.count + 1 END
    ),
    change AS (SELECT NULL::int AS chat_seq FROM dropped)`;
  return changeWithEvents(change, toBoth(pair, 'request_denied'));
}

function outgoingOf(requester: string): Sql {
  return Prisma.sql`(
    SELECT count(*)::int FROM relations WHERE requester_id = ${requester}::uuid AND state = 'pending'
  )`;
}

function incomingOf(target: string): Sql {
  return Prisma.sql`(
    SELECT count(*)::int FROM relations
    WHERE (lo_id = ${target}::uuid OR hi_id = ${target}::uuid)
      AND state = 'pending' AND requester_id <> ${target}::uuid
  )`;
}

/** The seconds until one may ask again; no row when one may. */
function denialThatCounts(requester: string, target: string, rules: RequestRules): Sql {
  const until = Prisma.sql`last_at + make_interval(secs => ${rules.cooldownSeconds}::int)`;
  return Prisma.sql`
    SELECT ceil(extract(epoch FROM ${until} - now()))::int FROM denials
    WHERE requester_id = ${requester}::uuid AND target_id = ${target}::uuid
      AND count >= ${rules.denialsBeforeCooldown}::int AND ${until} > now()`;
}

function requestEvents(pair: UserPair, requester: string): NewEvent[] {
  return toBoth(pair, 'friend_request').map((event) =>
    event.userId === requester ? { ...event, type: 'friend_request_sent' } : event,
  );
}

function targetOf(pair: UserPair, requester: string): string {
  return partnerOf(pair, requester) ?? requester;
}
