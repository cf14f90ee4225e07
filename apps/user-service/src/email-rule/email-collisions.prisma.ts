import type { EmailKeyOf } from './email-key.js';
import type { Collision } from './email-rule.port.js';
import { type Keyed, type Transaction, walkUsers } from './walk-users.prisma.js';

/**
 * The keys are made here and compared over there: a temporary table takes each key once, a second one what came too
 * late. No single statement lasts, however many users there are.
 */
export async function findCollisions(
  tx: Transaction,
  keyOf: EmailKeyOf,
  tell: (collision: Collision) => void,
): Promise<number> {
  await tx.$executeRaw`CREATE TEMPORARY TABLE first_of_key
    (key TEXT COLLATE "C" PRIMARY KEY, id UUID, email TEXT) ON COMMIT DROP`;
  await tx.$executeRaw`CREATE TEMPORARY TABLE later_of_key
    (key TEXT COLLATE "C", id UUID, email TEXT) ON COMMIT DROP`;
  await walkUsers(tx, keyOf, (batch) => compare(tx, batch));
  return tellGroups(tx, tell);
}

async function compare(tx: Transaction, batch: readonly Keyed[]): Promise<void> {
  const keyed = batch.filter(({ key }) => key !== null);
  const kept = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO first_of_key
    SELECT * FROM unnest(${keyed.map(({ key }) => key)}::text[], ${keyed.map(({ id }) => id)}::uuid[],
      ${keyed.map(({ email }) => email)}::text[])
    ON CONFLICT DO NOTHING RETURNING id::text`;
  if (kept.length === keyed.length) return;
  const first = new Set(kept.map(({ id }) => id));
  const later = keyed.filter(({ id }) => !first.has(id));
  await tx.$executeRaw`
    INSERT INTO later_of_key
    SELECT * FROM unnest(${later.map(({ key }) => key)}::text[], ${later.map(({ id }) => id)}::uuid[],
      ${later.map(({ email }) => email)}::text[])`;
}

async function tellGroups(tx: Transaction, tell: (collision: Collision) => void): Promise<number> {
  await tx.$executeRaw`DECLARE groups NO SCROLL CURSOR FOR
    SELECT json_agg(json_build_object('id', id, 'email', email) ORDER BY email COLLATE "C") AS users
    FROM (
      SELECT * FROM later_of_key
      UNION ALL
      SELECT * FROM first_of_key WHERE key IN (SELECT key FROM later_of_key)
    ) AS alike GROUP BY key ORDER BY key`;
  for (let told = 0; ;) {
    const groups = await tx.$queryRaw<{ users: Collision }[]>`FETCH 1000 FROM groups`;
    if (groups.length === 0) return told;
    groups.forEach(({ users }) => tell(users));
    told += groups.length;
  }
}
