import type { HttpRequest, HttpResponse } from '@triptych/http-client';
import { LRUCache } from 'lru-cache';

/** A call on its way through the pipeline: every step that waits leaves less time to those after it. */
export interface OutboundRequest extends Omit<HttpRequest, 'deadline'> {
  /** Milliseconds of `performance.now()`. */
  readonly endsAt: number;
  /** Who caused the call; empty for background work. */
  readonly client: string;
  /** The one that a visitor named; empty where nobody did. */
  readonly askedHost: string;
  /** Whether nobody waits for the reply any more. */
  readonly isAbandoned: () => boolean;
  /** Ends the call with this error, wherever it is. */
  readonly end: (reason: Error) => void;
}

export type Send = (request: OutboundRequest) => Promise<HttpResponse>;

/** A step of the pipeline around all steps after it. */
export type Interceptor = (next: Send) => Send;

/** Milliseconds. */
export function timeLeft({ endsAt }: OutboundRequest): number {
  return endsAt - performance.now();
}

/** The dot that may end a name makes no other host of it. */
export function hostOf(url: string | URL): string {
  return URL.canParse(String(url)) ? new URL(url).host.replace(/\.(?=:|$)/, '') : '';
}

const keysKept = 1000;

/** State of a step for each host or client. Visitors choose both, so the least recently used is forgotten. */
export function perKey<T extends object>(create: () => T): (key: string) => T {
  // Room for all keys is taken at once: not before there is one, since a server has some forty of these.
  let kept: LRUCache<string, T> | undefined;
  return (key) => {
    const states = (kept ??= new LRUCache({ max: keysKept }));
    const state = states.get(key) ?? create();
    states.set(key, state);
    return state;
  };
}

export function perHost<T extends object>(create: () => T): (url: string | URL) => T {
  const stateOf = perKey(create);
  return (url) => stateOf(hostOf(url));
}
