import type { User } from '../users/user.js';
import { userToWire } from '../users/user-mapping.js';
import type { LineOutcome } from './user-import.js';

/** One line of the answer to an import: the status that `POST /users` would have had. */
export function outcomeToWire(outcome: LineOutcome): object {
  const { line } = outcome;
  switch (outcome.kind) {
    case 'registered':
      return { line, status: 200, ID: outcome.id };
    case 'email-taken':
      return { line, status: 409, code: 'email_taken' };
    case 'invalid':
      return { line, status: 400, code: 'invalid_payload', errors: outcome.faults };
    case 'not-json':
      return { line, status: 400, code: 'invalid_json' };
    case 'too-long':
      return { line, status: 413, code: 'payload_too_large' };
    case 'failed':
      return { line, status: 500, code: 'internal_error' };
  }
}

export async function* outcomesToNdjson(
  batches: AsyncIterable<readonly LineOutcome[]>,
): AsyncGenerator<string> {
  for await (const batch of batches) yield toNdjson(batch.map(outcomeToWire));
}

export async function* usersToNdjson(
  pages: AsyncIterable<readonly User[]>,
): AsyncGenerator<string> {
  for await (const page of pages) yield toNdjson(page.map(userToWire));
}

function toNdjson(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
