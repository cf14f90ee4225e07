import { Agent, buildConnector } from 'undici';
import type { IsAllowed } from './allow-list.js';
import { guardedLookup } from './guarded-lookup.js';
import type { HttpLimits, Resolve } from './http-client.js';

interface GuardedAgentOptions {
  readonly isAllowed: IsAllowed;
  readonly isPublic: (address: string) => boolean;
  readonly resolve: Resolve;
  /** For hosts of the allow-list; by default the same. */
  readonly resolveAllowed?: Resolve;
  readonly limits: HttpLimits;
  /** To one scheme, host and port at once. */
  readonly connectionsPerHost?: number | undefined;
}

/** Connections that lead only to public addresses, or to hosts of the allow-list. */
export function createGuardedAgent(options: GuardedAgentOptions): Agent {
  const { isAllowed, isPublic, resolve, resolveAllowed = resolve, limits } = options;
  const { connectionsPerHost = 32 } = options;
  const timeout = limits.connectTimeout;
  const guarded = buildConnector({ timeout, lookup: guardedLookup(resolve, isPublic) });
  const open = buildConnector({ timeout, lookup: guardedLookup(resolveAllowed, () => true) });
  return new Agent({
    connect: (target, callback) => {
      const port = target.port || (target.protocol === 'http:' ? '80' : '443');
      (isAllowed(target.hostname, port) ? open : guarded)(target, callback);
    },
    headersTimeout: limits.headersTimeout,
    bodyTimeout: limits.bodyTimeout,
    // A pooled connection keeps its checked address; a minute bounds how long a moved host is missed.
    keepAliveMaxTimeout: 60_000,
    connections: connectionsPerHost,
  });
}
