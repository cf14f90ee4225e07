import { AsyncLocalStorage } from 'node:async_hooks';
import type { CacheNote } from '../cache/cache-note.js';

/** What belongs to one request and would otherwise pass through every function between door and client. */
export interface RequestScope {
  /** Milliseconds of `performance.now()`: no outbound call of the request may last longer. */
  readonly endsAt: number;
  /** What the cache did, in order. */
  readonly notes: CacheNote[];
}

const scopes = new AsyncLocalStorage<RequestScope>();

/** Runs the work, and all that it starts, in a scope of its own. `deadline` in milliseconds. */
export function inNewScope<T>(deadline: number, work: () => T): T {
  return scopes.run({ endsAt: performance.now() + deadline, notes: [] }, work);
}

export function currentScope(): RequestScope | undefined {
  return scopes.getStore();
}
