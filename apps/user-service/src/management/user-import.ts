import { randomUUID } from 'node:crypto';
import type { Fault } from '@triptych/schemas';
import type { Log } from '@triptych/logging';
import type { Actor } from '../audit/audit.js';
import type { EmailKeyOf } from '../uniqueness/email-key.js';
import { cleanDraft } from '../users/user-rules.js';
import type { KeyedUser } from '../users/user.js';
import { type Line, linesOf, parseDraft } from './parse-import.js';

/** What became of one line of an import. */
export type LineOutcome = { readonly line: number } & (
  | { readonly kind: 'registered'; readonly id: string }
  | { readonly kind: 'email-taken' }
  | { readonly kind: 'invalid'; readonly faults: readonly Fault[] }
  | { readonly kind: 'not-json' }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'failed' }
);

/**
 * Registers a user for each line of newline-delimited JSON, and reports each line in order. It reads on only when
 * its reports were consumed, so neither side can fill the memory. A line that is no user never stops the rest,
 * nor does one whose e-mail others lock for longer than a request waits: it is reported as failed.
 *
 * @throws when the database failed, after the lines it failed for were reported
 */
export type UserImport = (
  body: AsyncIterable<Buffer>,
  by: Actor,
) => AsyncGenerator<readonly LineOutcome[]>;

/** Stores all whose e-mail is free, the first of those that share one, but for those whose rows others lock. */
type InsertAll = (users: readonly KeyedUser[], by: Actor) => Promise<Inserted>;

/** Ids of users. */
interface Inserted {
  readonly stored: ReadonlySet<string>;
  readonly leftOut: ReadonlySet<string>;
}

export function createUserImport(
  insertAll: InsertAll,
  emailKeyOf: EmailKeyOf,
  log: Pick<Log, 'error'>,
): UserImport {
  return async function* (body, by) {
    for await (const lines of linesOf(body)) {
      const read = lines.map((line) => readLine(line, emailKeyOf));
      const users = read.flatMap((result) => ('user' in result ? [result.user] : []));
      const kept = await insertAll(users, by).catch((error: unknown) => error as Error);
      yield read.map((result) => outcomeOf(result, kept instanceof Error ? null : kept));
      if (!(kept instanceof Error)) continue;
      log.error({ err: kept }, 'an import was broken off');
      throw kept;
    }
  };
}

type ReadLine = LineOutcome | { readonly line: number; readonly user: KeyedUser };

function readLine(line: Line, emailKeyOf: EmailKeyOf): ReadLine {
  const { number } = line;
  if (line.bytes === null) return { line: number, kind: 'too-long' };
  const draft = parseDraft(line.bytes);
  if (draft === null) return { line: number, kind: 'not-json' };
  const checked = 'faults' in draft ? draft : cleanDraft(draft);
  if ('faults' in checked) return { line: number, kind: 'invalid', faults: checked.faults };
  const { clean } = checked;
  return { line: number, user: { id: randomUUID(), ...clean, emailKey: emailKeyOf(clean.email) } };
}

function outcomeOf(read: ReadLine, kept: Inserted | null): LineOutcome {
  if (!('user' in read)) return read;
  const { line, user } = read;
  if (kept === null || kept.leftOut.has(user.id)) return { line, kind: 'failed' };
  return kept.stored.has(user.id)
    ? { line, kind: 'registered', id: user.id }
    : { line, kind: 'email-taken' };
}
