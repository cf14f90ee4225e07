import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { type EmailKeyOf, type EmailUniqueness, keyPrefixes } from './email-key.js';
import type { EmailRule } from './email-rule.port.js';
import { findCollisions } from './email-collisions.prisma.js';
import { type Keyed, type Transaction, walkUsers } from './walk-users.prisma.js';

const setting = 'email_uniqueness';

export function prismaEmailRule(prisma: PrismaClient): EmailRule {
  return {
    settle: async (wanted) => (await storedRule(prisma)) ?? (await settle(prisma, wanted)),
    findCollisions: (keyOf, tell) =>
      prisma.$transaction((tx) => findCollisions(tx, keyOf, tell), asLongAsItTakes),
    change: (rule, keyOf) => change(prisma, rule, keyOf),
  };
}

const asLongAsItTakes = { maxWait: 20_000, timeout: 24 * 3_600_000 };

async function storedRule(client: Pick<Transaction, 'setting'>) {
  const row = await client.setting.findUnique({ where: { name: setting } });
  return row === null ? null : (row.value as EmailUniqueness);
}

/** Several processes may start at once on a new database: one of them decides. */
function settle(prisma: PrismaClient, wanted: EmailUniqueness): Promise<EmailUniqueness> {
  return prisma.$transaction(async (tx) => {
    if (wanted !== 'exact') await keepWritersOut(tx);
    const decided = await tx.$queryRaw<{ value: EmailUniqueness }[]>`
      INSERT INTO settings (name, value)
      SELECT ${setting}, CASE WHEN EXISTS (SELECT FROM users) THEN 'exact' ELSE ${wanted} END
      ON CONFLICT DO NOTHING RETURNING value`;
    const [mine] = decided;
    if (mine === undefined) return (await storedRule(tx)) ?? 'exact';
    if (mine.value !== 'exact') await constrainKeys(tx, mine.value);
    return mine.value;
  });
}

class Collided extends Error {}

async function change(prisma: PrismaClient, rule: EmailUniqueness, keyOf: EmailKeyOf) {
  try {
    await prisma.$transaction(async (tx) => {
      await keepWritersOut(tx);
      await tx.$executeRaw`SET LOCAL user_service.rekeying = 'on'`;
      await walkUsers(tx, keyOf, (batch) => rewriteKeys(tx, batch));
      await constrainKeys(tx, rule);
      await tx.setting.upsert({
        where: { name: setting },
        create: { name: setting, value: rule },
        update: { value: rule },
      });
    }, asLongAsItTakes);
    return true;
  } catch (error) {
    if (error instanceof Collided) return false;
    throw error;
  }
}

/** Waits for the writers that are under way; further ones wait for the end of the transaction. Readers do not. */
async function keepWritersOut(tx: Transaction): Promise<void> {
  await tx.$executeRaw`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`;
}

/** Looks first: a violated index would write e-mails into the log of the server. */
async function rewriteKeys(tx: Transaction, batch: readonly Keyed[]): Promise<void> {
  const ids = batch.map(({ id }) => id);
  const keys = batch.map(({ key }) => key);
  const [taken] = await tx.$queryRaw<unknown[]>`
    SELECT FROM users WHERE email_key = ANY(${keys}::text[]) LIMIT 1`;
  const alike = keys[0] !== null && new Set(keys).size < keys.length;
  if (taken !== undefined || alike) throw new Collided();
  await tx.$executeRaw`
    UPDATE users SET email_key = fresh.key
    FROM unnest(${ids}::uuid[], ${keys}::text[]) AS fresh (id, key) WHERE users.id = fresh.id`;
}

const constraints: Readonly<Record<EmailUniqueness, string>> = {
  exact: 'email_key IS NULL',
  casefold: `coalesce(email_key, '') LIKE '${keyPrefixes.casefold}%'`,
  canonical: `coalesce(email_key, '') LIKE '${keyPrefixes.canonical}%'`,
};

/** The same constraint as in the migration, for another rule. Every row is known to satisfy it. */
async function constrainKeys(tx: Transaction, rule: EmailUniqueness): Promise<void> {
  await tx.$executeRaw`${Prisma.raw(`ALTER TABLE users
    DROP CONSTRAINT users_email_key_rule,
    ADD CONSTRAINT users_email_key_rule
      CHECK (${constraints[rule]} OR current_setting('user_service.rekeying', true) IS NOT DISTINCT FROM 'on') NOT VALID`)}`;
}
