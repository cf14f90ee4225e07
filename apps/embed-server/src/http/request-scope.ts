import { AsyncLocalStorage } from 'node:async_hooks';
import type { CacheEvent } from './cache-status.js';
import type { EncodeReply } from './content-coding.js';
import type { PreparedReply } from './prepared-reply.js';

/** What belongs to one request and would otherwise be a parameter of every function between route and upstream. */
export interface RequestScope {
  /** Milliseconds of `performance.now()`: no outbound call of the request may last longer. */
  readonly endsAt: number;
  /** The address of the client, IPv6 by /64; empty for background work. */
  readonly client: string;
  /** Whether everybody has gone away who waited for what is done here; never of background work. */
  readonly isAbandoned: () => boolean;
  /** Of the request that caused it, as the log names it; none of background work. */
  readonly requestId?: string | undefined;
  /** Scheme and host of the server that the visitor named: others are called on its word. */
  readonly askedOrigin?: string | undefined;
  /** What the cache did, in order. */
  readonly cacheEvents: CacheEvent[];
  /** Compresses the reply; none of background work. */
  readonly encode?: EncodeReply | undefined;
  /** Milliseconds of the epoch: when that was read which is sent in place of what an upstream does not give. */
  snapshotTakenAt?: number | undefined;
  /** What was sent, and the request that it was sent to: background work keeps the scope after the request's end. */
  sent?:
    | { readonly request: object; readonly prepared: PreparedReply; readonly maxAge: number }
    | undefined;
}

const scopes = new AsyncLocalStorage<RequestScope>();

interface Requester {
  readonly client: string;
  readonly isAbandoned: () => boolean;
  readonly requestId?: string;
  readonly encode?: EncodeReply;
}

const nobody: Requester = { client: '', isAbandoned: () => false };

/** Runs the work, and all that it starts, in a scope of its own. `deadline` in milliseconds. */
export function inNewScope<T>(deadline: number, work: () => T, requester: Requester = nobody): T {
  const endsAt = performance.now() + deadline;
  return scopes.run({ ...requester, endsAt, cacheEvents: [] }, work);
}

/** Runs the work in the scope of the request that started it; others may wait for it, too. */
export function inSharedScope<T>(isAbandoned: () => boolean, work: () => T): T {
  const scope = currentScope();
  if (!scope) return work();
  const { endsAt, client, askedOrigin, requestId, cacheEvents } = scope;
  return scopes.run({ endsAt, client, askedOrigin, requestId, cacheEvents, isAbandoned }, work);
}

/** Runs the work for those who ask next: it outlasts the reply of this request, which is not made of it. */
export function inScopeBehindReply<T>(work: () => T): T {
  const scope = currentScope();
  if (!scope) return work();
  const { endsAt, client, askedOrigin, requestId } = scope;
  const { isAbandoned } = nobody;
  return scopes.run({ endsAt, client, askedOrigin, requestId, isAbandoned, cacheEvents: [] }, work);
}

/** Runs the work for a visitor who named this server. */
export function inScopeOfOrigin<T>(askedOrigin: string, work: () => T): T {
  const scope = currentScope();
  return scope ? scopes.run({ ...scope, askedOrigin }, work) : work();
}

export function currentScope(): RequestScope | undefined {
  return scopes.getStore();
}
