import type { User } from '../users/user.js';
import type { UsersToWire } from './managed-user.js';
import type { LineOutcome } from './user-import.js';

/** The status and code that `POST /users` would have had. */
export const refusals = {
  'email-taken': { status: 409, code: 'email_taken' },
  invalid: { status: 400, code: 'invalid_payload' },
  'not-json': { status: 400, code: 'invalid_json' },
  'too-long': { status: 413, code: 'payload_too_large' },
  failed: { status: 500, code: 'internal_error' },
} as const;

/** One line of the response to an import. */
export function outcomeToWire(outcome: LineOutcome): object {
  const { line, kind } = outcome;
  if (kind === 'registered') return { line, status: 200, ID: outcome.id };
  const refusal = { line, ...refusals[kind] };
  return kind === 'invalid' ? { ...refusal, errors: outcome.faults } : refusal;
}

export async function* outcomesToNdjson(
  batches: AsyncIterable<readonly LineOutcome[]>,
): AsyncGenerator<string> {
  for await (const batch of batches) yield toNdjson(batch.map(outcomeToWire));
}

export async function* usersToNdjson(
  pages: AsyncIterable<readonly User[]>,
  toWire: UsersToWire,
): AsyncGenerator<string> {
  for await (const page of pages) yield toNdjson(await toWire(page));
}

function toNdjson(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
