// How often requests of one person to another were denied or taken back of late decides whether further ones are quiet
// (ADR 0035). Who erases the account and comes back by the same way to sign in goes on being quiet:
//   an account is erased → a row for each person it asked of late: a keyed digest, numbers, and when they count no more
//   → that person is asked by the same way to sign in: denials of the new account → their time is over: deleted
import { createHmac } from 'node:crypto';
import { Prisma } from '../generated/prisma/client.js';
import type { RequestRules } from './request-rules.js';

type Sql = ReturnType<typeof Prisma.sql>;

export interface ErasedAskers {
  /** Of the transaction that erases the account, while its relations are still there. */
  keep(me: Sql): readonly [Sql, Sql];
  /** Of the transaction of a request. */
  bringBack(requester: Sql, target: Sql): Sql;
}

/** @param secret without it nobody can tell who a row was, not even who knows the accounts of a provider */
export function createErasedAskers(
  secret: string,
  { cooldownSeconds }: RequestRules,
): ErasedAskers {
  const key = createHmac('sha256', secret).update('erased askers').digest();
  const cooldown = Prisma.sql`make_interval(secs => ${cooldownSeconds}::int)`;
  const digest = (target: Sql) => Prisma.sql`sha256(${key}::bytea || sha256(
    ${key}::bytea || convert_to(accounts.issuer || ' ' || accounts.subject || ' ' || ${target}::text, 'UTF8')
  ))`;
  return {
    keep: (me) => [
      Prisma.sql`DELETE FROM erased_denials WHERE expires_at <= now() RETURNING 1`,
      Prisma.sql`
        INSERT INTO erased_denials AS kept (digest, count, withdrawn, expires_at)
        SELECT ${digest(Prisma.sql`ended.target_id`)}, sum(count), sum(withdrawn), now() + ${cooldown}
        FROM (
          SELECT target_id, count, withdrawn FROM denials
          WHERE requester_id = ${me} AND last_at > now() - ${cooldown}
          UNION ALL
          SELECT CASE WHEN lo_id = ${me} THEN hi_id ELSE lo_id END, 0, 1 FROM relations
          WHERE state = 'pending' AND requester_id = ${me}
        ) AS ended
        JOIN accounts ON accounts.user_id = ${me}
        GROUP BY accounts.issuer, accounts.subject, ended.target_id
        ON CONFLICT (digest) DO UPDATE SET count = kept.count + excluded.count,
          withdrawn = kept.withdrawn + excluded.withdrawn, expires_at = excluded.expires_at
        RETURNING 1`,
    ],
    bringBack: (requester, target) => Prisma.sql`
      WITH back AS (
        DELETE FROM erased_denials WHERE digest IN (
          SELECT ${digest(target)} FROM accounts WHERE user_id = ${requester}
        ) RETURNING count, withdrawn, expires_at
      )
      INSERT INTO denials AS held (requester_id, target_id, count, withdrawn, last_at)
      SELECT ${requester}, ${target}, max(count), max(withdrawn), max(expires_at) - ${cooldown} FROM back
      WHERE expires_at > now() AND EXISTS (SELECT 1 FROM users WHERE id = ${target})
      HAVING count(*) > 0
      ON CONFLICT (requester_id, target_id) DO UPDATE SET count = held.count + excluded.count,
        withdrawn = held.withdrawn + excluded.withdrawn, last_at = GREATEST(held.last_at, excluded.last_at)
      RETURNING 1`,
  };
}

/**
 * Whether requests of the one to the other, and that they are taken back, are no events for the other: so many were denied
 * or taken back of late. What is counted is the end of a request, so one that waits was made on the same side of the last.
 */
export function isQuiet(requester: Sql, target: Sql, rules: RequestRules): Sql {
  return Prisma.sql`EXISTS (
    SELECT 1 FROM denials
    WHERE denials.requester_id = ${requester} AND denials.target_id = ${target}
      AND denials.count + denials.withdrawn >= ${rules.denialsBeforeCooldown}::int
      AND denials.last_at + make_interval(secs => ${rules.cooldownSeconds}::int) > now()
  )`;
}
