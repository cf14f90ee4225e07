import type { HttpRequest, HttpResponse } from '@triptych/http-client';
import { LRUCache } from 'lru-cache';

/** A call on its way through the pipeline: every step that waits leaves less time to those after it. */
export interface OutboundRequest extends Omit<HttpRequest, 'deadline'> {
  /** Milliseconds of `performance.now()`. */
  readonly endsAt: number;
}

export type Send = (request: OutboundRequest) => Promise<HttpResponse>;

/** A step of the pipeline around all steps after it. */
export type Interceptor = (next: Send) => Send;

/** Milliseconds. */
export function timeLeft({ endsAt }: OutboundRequest): number {
  return endsAt - performance.now();
}

const hostsKept = 1000;

/** State of a step for each host. Visitors name hosts, so the least recently asked is forgotten. */
export function perHost<T extends object>(create: () => T): (url: string | URL) => T {
  const states = new LRUCache<string, T>({ max: hostsKept });
  return (url) => {
    const host = URL.canParse(String(url)) ? new URL(url).host : '';
    const state = states.get(host) ?? create();
    states.set(host, state);
    return state;
  };
}
