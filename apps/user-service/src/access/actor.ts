import type { Actor } from '../audit/audit.js';
import type { Caller } from './api-key.js';

/** On whose behalf a request behind `requireApiKey` changes something. */
export function actorOf({
  caller,
  id,
}: {
  readonly caller: Caller | null;
  readonly id: string;
}): Actor {
  // Nobody gets past the hook without a key; a change without a name would be worse than a 500.
  if (caller === null) throw new Error('a change without a key');
  return { key: caller.key, requestId: id };
}
