import { AsyncLocalStorage } from 'node:async_hooks';
import type { CacheHit, CacheNote } from '../cache/cache-note.js';
import type { Answer } from './reply.js';

/** What belongs to one request and would otherwise pass through every function between door and client. */
export interface RequestScope {
  /** Milliseconds of `performance.now()`: no outbound call of the request may last longer. */
  readonly endsAt: number;
  /** What the cache did, in order. */
  readonly notes: CacheNote[];
  /** Those of its answers that it can give again. */
  readonly hits: CacheHit[];
  /** What was sent, and the request it was sent to: the scope may outlive it. */
  given?: { readonly request: object; readonly answer: Answer; readonly maxAge: number };
}

const scopes = new AsyncLocalStorage<RequestScope>();

/** Runs the work, and all that it starts, in a scope of its own. `deadline` in milliseconds. */
export function inNewScope<T>(deadline: number, work: () => T): T {
  return scopes.run({ endsAt: performance.now() + deadline, notes: [], hits: [] }, work);
}

export function currentScope(): RequestScope | undefined {
  return scopes.getStore();
}
