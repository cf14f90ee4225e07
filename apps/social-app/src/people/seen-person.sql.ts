// What one person sees of another. It is decided here alone, by what the two are to each other now; no other statement
// names the columns of somebody's profile (ADR 0035).
//   the person is            | in lists          | in a chat and its export
//   a friend                 | profile           | profile
//   one who asked the viewer | profile           | profile
//   one whom the viewer asked| what was typed    | as when the friendship ended
//   blocked by the viewer    | as when they did  | as when they did
//   blocking the viewer      | (not listed)      | as when the friendship ended
//   a former friend          | (not listed)      | as when the friendship ended
//   erased, or a stranger    | (not listed)      | nothing
//   one who made a link      | to whoever holds it, before it is accepted: the profile without the e-mail address
// A profile is the name, the e-mail address while it is confirmed, the handle, and the address of the picture here. A log
// of events keeps the profiles of a request and of a new friendship as they were then.
import { Prisma } from '../generated/prisma/client.js';
import type { User } from './account-store.port.js';

type Sql = ReturnType<typeof Prisma.sql>;

/** What is shown of somebody, as the statements below return it. */
export type Profile = Partial<Omit<User, 'id'>>;

/** Null: the viewer sees nothing but the id. */
export function toPerson(id: string, profile: Profile | null): User {
  return {
    id,
    name: profile?.name ?? null,
    email: profile?.email ?? null,
    image: profile?.image ?? null,
    handle: profile?.handle ?? null,
  };
}

/** `pictureAddress` as a statement, of `users AS person`. */
const picture = Prisma.sql`'/api/pictures/' || person.id || '/' || left(
  encode(sha256(convert_to(person.id::text || ' ' || person.image, 'UTF8')), 'hex'), 32
)`;

/** With `(at)`, `[dot]`, `%40` and their like as the signs that readers and programs take them for. */
const spelledOut = Prisma.sql`regexp_replace(
  regexp_replace(normalize(person.name, NFKC), '%40|&(#0*64|#x0*40|commat);|[[({<]\\s*at\\s*[])}>]', '@', 'gi'),
  '%2e|\\s*[[({<]\\s*(dot|punkt|point)\\s*[])}>]\\s*', '.', 'gi')`;
/** `a@b`, or `a @ b.c` with any sign that is read as a dot. */
const holdsAddress = Prisma.sql`${spelledOut} ~
  '[^[:space:]](@|[[:space:]]*@[[:space:]]*[^[:space:]]+[.。·])[^[:space:]]'`;
const others = Prisma.sql`
  'image', ${picture},
  'handle', (SELECT handle FROM user_handles AS held WHERE held.user_id = person.id)`;

/**
 * Of `users AS person`, what friends see. A name with an address in it is shown only when it is the confirmed one, since
 * anyone may call themselves by the address of somebody else.
 */
export const profileOfPerson = Prisma.sql`jsonb_build_object(
  'name', CASE
    WHEN ${holdsAddress} AND lower(person.name) IS DISTINCT FROM person.email_key THEN NULL
    ELSE person.name END,
  'email', CASE WHEN person.email_key IS NOT NULL THEN person.email END,
  ${others}
)`;

/** Of `users AS person`, what whoever holds a link of theirs sees before accepting it: no address, nor as a name. */
export const profileOfInviter = Prisma.sql`jsonb_build_object(
  'name', CASE WHEN NOT ${holdsAddress} THEN person.name END,
  ${others}
)`;

/** What the asker typed: `@` and a handle, or an e-mail address, which cannot begin with one. */
const asTyped = Prisma.sql`CASE WHEN relation.asked_as LIKE '@%'
  THEN jsonb_build_object('handle', substr(relation.asked_as, 2))
  ELSE jsonb_build_object('email', relation.asked_as) END`;

/**
 * Joins `seen` with `profile`, a `Profile` or null, and `found`, null when there is no such person. Each is looked up by
 * key, since a planner without statistics might read all people instead.
 *
 * @param viewer and `personId`: ids, by names other than `person`, `relation` and `former`
 */
export function joinSeen(viewer: Sql, personId: Sql, place: 'list' | 'chat'): Sql {
  const kept = Prisma.sql`(
    SELECT profile FROM former_friends AS former
    WHERE former.viewer_id = ${viewer} AND former.person_id = person.id
  )`;
  const otherwise =
    place === 'list'
      ? Prisma.sql`WHEN relation.requester_id = ${viewer} THEN ${asTyped}
          WHEN relation.state = 'blocked' THEN ${kept}`
      : Prisma.sql`ELSE ${kept}`;
  return Prisma.sql`
    LEFT JOIN LATERAL (
      SELECT true AS found, CASE
        WHEN relation.state = 'friends' OR relation.requester_id = person.id THEN ${profileOfPerson}
        ${otherwise}
      END AS profile
      FROM users AS person
      ${relationWith(viewer)}
      WHERE person.id = ${personId} LIMIT 1
    ) AS seen ON true`;
}

/** Keeps for both of a pair, whose friendship ends in the CTE `ended`, what they knew of each other. */
export function keepProfiles(): Sql {
  return Prisma.sql`
    INSERT INTO former_friends AS former (viewer_id, person_id, profile)
    SELECT side.viewer_id, person.id, ${profileOfPerson}
    FROM ended CROSS JOIN LATERAL (VALUES (lo_id, hi_id), (hi_id, lo_id)) AS side (viewer_id, person_id)
    JOIN users AS person ON person.id = side.person_id
    ON CONFLICT (viewer_id, person_id) DO UPDATE SET profile = excluded.profile, ended_at = excluded.ended_at
    RETURNING 1`;
}

/**
 * Keeps what `viewer`, who is about to block somebody, knows of them, over what was kept before: it names them in the list of
 * blocked people. Of a friend `keepProfiles` keeps it. If nothing else is known, it is what an event still shows.
 *
 * @param byLink the viewer has just opened a link of theirs
 */
export function keepKnown(viewer: Sql, personId: Sql, byLink: boolean): Sql {
  const told = Prisma.sql`(
    SELECT noted.profile FROM events AS noted
    WHERE noted.user_id = ${viewer} AND noted.person_id = person.id AND noted.profile IS NOT NULL
    ORDER BY noted.seq DESC LIMIT 1
  )`;
  return Prisma.sql`
    INSERT INTO former_friends AS former (viewer_id, person_id, profile)
    SELECT ${viewer}, known.id, jsonb_strip_nulls(known.profile) FROM (
      SELECT person.id, CASE
        WHEN relation.requester_id = person.id THEN ${profileOfPerson}
        ${byLink ? Prisma.sql`WHEN true THEN ${profileOfInviter}` : Prisma.empty}
        WHEN relation.requester_id = ${viewer} THEN ${asTyped}
        WHEN NOT EXISTS (
          SELECT 1 FROM former_friends WHERE viewer_id = ${viewer} AND person_id = person.id
        ) THEN ${told}
      END AS profile
      FROM users AS person
      ${relationWith(viewer)}
      WHERE person.id = ${personId} AND relation.state IS DISTINCT FROM 'friends'
    ) AS known
    WHERE known.profile IS NOT NULL
    ON CONFLICT (viewer_id, person_id) DO UPDATE
      SET profile = former.profile || excluded.profile, ended_at = excluded.ended_at
    RETURNING 1`;
}

/** Joins the relation of the `person` with this viewer, if there is one. */
function relationWith(viewer: Prisma.Sql) {
  return Prisma.sql`
    LEFT JOIN relations AS relation
      ON relation.lo_id = LEAST(person.id, ${viewer}) AND relation.hi_id = GREATEST(person.id, ${viewer})`;
}
