// Every change of a relation: one conditional statement on the pair's row, which decides races, with its events.
//   none → pending (request) → friends (accept), or → none (deny, cancel) · friends → none (remove)
//   any → blocked (block) → none (unblock by all who block)
import { changeWithEvents, type NewEvent } from '../events/append-events.sql.js';
import type { EventType } from '../events/event-types.js';
import { Prisma } from '../generated/prisma/client.js';
import { haveMet } from '../people/met-people.sql.js';
import { keepKnown, keepProfiles } from '../people/seen-person.sql.js';
import { partnerOf, type UserPair } from '../people/user-ids.js';
import type { Change } from './relation-store.port.js';
import { isQuiet, type ErasedAskers } from './erased-askers.sql.js';
import type { RequestRules } from './request-rules.js';

export type Sql = ReturnType<typeof Prisma.sql>;

const changed = Prisma.sql`RETURNING NULL::int AS chat_seq`;

/** One conditional change of a relation, with its events. */
function transition(change: Sql, events: readonly NewEvent[]): Sql {
  return changeWithEvents(Prisma.sql`change AS (${change})`, events);
}

function ofPair({ lo, hi }: UserPair): Sql {
  return Prisma.sql`lo_id = ${lo}::uuid AND hi_id = ${hi}::uuid`;
}

/** Before any change of a row that refers to both users: erasure takes its locks in the same order. */
export function lockPeople({ lo, hi }: UserPair): Sql {
  return Prisma.sql`
    SELECT 1 FROM users WHERE id IN (${lo}::uuid, ${hi}::uuid) ORDER BY id FOR KEY SHARE`;
}

function pendingBy(pair: UserPair, requester: string): Sql {
  return Prisma.sql`WHERE ${ofPair(pair)} AND state = 'pending' AND requester_id = ${requester}::uuid`;
}

export function toBoth({ lo, hi }: UserPair, type: EventType): NewEvent[] {
  return [
    { userId: lo, type, personId: hi },
    { userId: hi, type, personId: lo },
  ];
}

/** Requests of one user run one after another, so that each counts those before it. */
function lockRequester(requester: string): Sql {
  return Prisma.sql`SELECT 1 FROM users WHERE id = ${requester}::uuid FOR NO KEY UPDATE`;
}

/** The statements of the transaction of a request; see `RelationStore`. */
export function requestStatements(
  pair: UserPair,
  requester: string,
  askedAs: string,
  rules: RequestRules,
  erased: ErasedAskers,
): readonly Sql[] {
  const target = otherOf(pair, requester);
  return [
    lockRequester(requester),
    lockPeople(pair),
    erased.bringBack(Prisma.sql`${requester}::uuid`, Prisma.sql`${target}::uuid`),
    requestStatement(pair, requester, askedAs, rules),
  ];
}

function requestStatement(
  pair: UserPair,
  requester: string,
  askedAs: string,
  rules: RequestRules,
): Sql {
  const target = otherOf(pair, requester);
  const within = (count: Sql, most: number) =>
    most === 0 ? Prisma.sql`true` : Prisma.sql`${count} < ${most}::int`;
  const insert = Prisma.sql`
    INSERT INTO relations (lo_id, hi_id, state, requester_id, asked_as)
    SELECT ${pair.lo}::uuid, ${pair.hi}::uuid, 'pending', ${requester}::uuid, ${askedAs}::text
    WHERE EXISTS (SELECT 1 FROM users WHERE id = ${target}::uuid)
      AND ${within(outgoingOf(requester), rules.maxOutgoing)}
      AND ${within(incomingOf(target), rules.maxIncoming)}
    ON CONFLICT (lo_id, hi_id) DO NOTHING ${changed}`;
  return transition(insert, [
    { userId: requester, type: 'friend_request_sent', personId: target },
    {
      userId: target,
      type: 'friend_request',
      personId: requester,
      onlyIf: isNotified(pair, requester, rules),
    },
  ]);
}

/** Everything a refusal may depend on, by one query whatever the reason is, so that its time reveals nothing. */
export function refusalQuery(pair: UserPair, requester: string): Sql {
  const target = otherOf(pair, requester);
  const requesterBlocks = requester === pair.lo ? Prisma.sql`lo_blocks` : Prisma.sql`hi_blocks`;
  return Prisma.sql`
    SELECT EXISTS (SELECT 1 FROM users WHERE id = ${target}::uuid) AS found,
      relation.state IS NOT NULL AS related,
      relation.state = 'blocked' AND NOT relation.${requesterBlocks} AS blocked,
      ${outgoingOf(requester)} AS outgoing, ${incomingOf(target)} AS incoming
    FROM (VALUES (1)) AS one
    LEFT JOIN relations AS relation ON relation.lo_id = ${pair.lo}::uuid AND relation.hi_id = ${pair.hi}::uuid`;
}

/** Drops the request and counts its end; what was counted long ago is deleted on this occasion. */
function endRequest(
  pair: UserPair,
  requester: string,
  by: 'denial' | 'withdrawal',
  rules: RequestRules,
): Sql {
  const target = otherOf(pair, requester);
  const longAgo = Prisma.sql`last_at < now() - make_interval(secs => ${rules.cooldownSeconds}::int)`;
  const [denied, withdrawn] = by === 'denial' ? [1, 0] : [0, 1];
  return Prisma.sql`
    dropped AS (DELETE FROM relations ${pendingBy(pair, requester)} RETURNING 1),
    forgotten AS (
      DELETE FROM denials WHERE target_id = ${target}::uuid AND requester_id <> ${requester}::uuid AND ${longAgo}
    ),
    counted AS (
      INSERT INTO denials (requester_id, target_id, count, withdrawn, last_at)
      SELECT ${requester}::uuid, ${target}::uuid, ${denied}::int, ${withdrawn}::int, now() FROM dropped
      ON CONFLICT (requester_id, target_id) DO UPDATE SET last_at = excluded.last_at,
        count = excluded.count + CASE WHEN denials.${longAgo} THEN 0 ELSE denials.count END,
        withdrawn = excluded.withdrawn + CASE WHEN denials.${longAgo} THEN 0 ELSE denials.withdrawn END
    ),
    change AS (SELECT NULL::int AS chat_seq FROM dropped)`;
}

function denyStatement(pair: UserPair, requester: string, rules: RequestRules): Sql {
  const change = endRequest(pair, requester, 'denial', rules);
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

function isNotified(pair: UserPair, requester: string, rules: RequestRules): Sql {
  const target = otherOf(pair, requester);
  return Prisma.sql`NOT ${isQuiet(Prisma.sql`${requester}::uuid`, Prisma.sql`${target}::uuid`, rules)}`;
}

function otherOf(pair: UserPair, userId: string): string {
  return partnerOf(pair, userId) ?? userId;
}

function acceptStatement(pair: UserPair, requester: string): Sql {
  const update = Prisma.sql`
    UPDATE relations SET state = 'friends', changed_at = now()
    ${pendingBy(pair, requester)} ${changed}`;
  return transition(update, toBoth(pair, 'new_friend'));
}

function dropRequest(pair: UserPair, requester: string): Sql {
  return Prisma.sql`DELETE FROM relations ${pendingBy(pair, requester)} ${changed}`;
}

function cancelStatement(pair: UserPair, requester: string, rules: RequestRules): Sql {
  const events = toBoth(pair, 'request_cancelled').map((event) =>
    event.userId === requester ? event : { ...event, onlyIf: isNotified(pair, requester, rules) },
  );
  return changeWithEvents(endRequest(pair, requester, 'withdrawal', rules), events);
}

function endFriendship(pair: UserPair): Sql {
  const change = Prisma.sql`
    ended AS (
      DELETE FROM relations WHERE ${ofPair(pair)} AND state = 'friends' RETURNING lo_id, hi_id
    ),
    kept AS (${keepProfiles()}),
    change AS (SELECT NULL::int AS chat_seq FROM ended)`;
  return changeWithEvents(change, toBoth(pair, 'removed_friend'));
}

/** Locks the pair's row until the commit; where there is none, the insert decides. */
function lockRelation(pair: UserPair): Sql {
  return Prisma.sql`SELECT 1 FROM relations WHERE ${ofPair(pair)} FOR UPDATE`;
}

/** Block and friendship are kept in one row, so that two people are never friends and blocked at once. */
function setBlock(pair: UserPair, userId: string, byLink: boolean): Sql {
  const [byLo, byHi] = [userId === pair.lo, userId === pair.hi];
  const met = byLink
    ? Prisma.sql`true`
    : haveMet(Prisma.sql`${userId}::uuid`, Prisma.sql`${otherOf(pair, userId)}::uuid`);
  const set = Prisma.sql`
    INSERT INTO relations AS held (lo_id, hi_id, state, lo_blocks, hi_blocks)
    SELECT ${pair.lo}::uuid, ${pair.hi}::uuid, 'blocked', ${byLo}::boolean, ${byHi}::boolean
    WHERE ${met} AND 2 = (SELECT count(*) FROM users WHERE id IN (${pair.lo}::uuid, ${pair.hi}::uuid))
    ON CONFLICT (lo_id, hi_id) DO UPDATE
      SET state = 'blocked', requester_id = NULL, changed_at = excluded.changed_at,
        lo_blocks = held.lo_blocks OR excluded.lo_blocks,
        hi_blocks = held.hi_blocks OR excluded.hi_blocks
      WHERE NOT (CASE WHEN excluded.lo_blocks THEN held.lo_blocks ELSE held.hi_blocks END)
    ${changed}`;
  return transition(set, [{ userId, type: 'blocked', personId: otherOf(pair, userId) }]);
}

/** The row stays while the other one blocks. */
function takeBlockBack(pair: UserPair, userId: string): Sql[] {
  const [own, other] = [Prisma.sql`lo_blocks`, Prisma.sql`hi_blocks`];
  const [mine, theirs] = userId === pair.lo ? [own, other] : [other, own];
  const row = Prisma.sql`${ofPair(pair)} AND ${mine}`;
  return [
    Prisma.sql`DELETE FROM relations WHERE ${row} AND NOT ${theirs} ${changed}`,
    Prisma.sql`UPDATE relations SET ${mine} = false WHERE ${row} AND ${theirs} ${changed}`,
  ].map((change) =>
    transition(change, [{ userId, type: 'unblocked', personId: otherOf(pair, userId) }]),
  );
}

/** A request or friendship ends first, as it would by itself, so that the partner learns no more than that. */
function blockStatements(pair: UserPair, me: string, rules: RequestRules, byLink: boolean) {
  const other = otherOf(pair, me);
  return [
    lockPeople(pair),
    lockRelation(pair),
    keepKnown(Prisma.sql`${me}::uuid`, Prisma.sql`${other}::uuid`, byLink),
    cancelStatement(pair, me, rules),
    transition(dropRequest(pair, other), toBoth(pair, 'request_denied')),
    endFriendship(pair),
    setBlock(pair, me, byLink),
  ];
}

/** Of each change by `me` the statements of its transaction; those that change the row return `chat_seq`. */
export const statementsOf: Readonly<
  Record<Change, (pair: UserPair, me: string, rules: RequestRules) => readonly Sql[]>
> = {
  accept: (pair, me) => [acceptStatement(pair, otherOf(pair, me))],
  deny: (pair, me, rules) => [denyStatement(pair, otherOf(pair, me), rules)],
  cancel: (pair, me, rules) => [cancelStatement(pair, me, rules)],
  remove: (pair) => [lockPeople(pair), endFriendship(pair)],
  block: (pair, me, rules) => blockStatements(pair, me, rules, false),
  'block-by-link': (pair, me, rules) => blockStatements(pair, me, rules, true),
  unblock: (pair, me) => [lockPeople(pair), lockRelation(pair), ...takeBlockBack(pair, me)],
};
