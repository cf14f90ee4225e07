import { setTimeout as pause } from 'node:timers/promises';
import {
  HttpClientError,
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
} from '@triptych/http-client';
import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  type CircuitBreakerPolicy,
} from 'cockatiel';
import { LRUCache } from 'lru-cache';
import { quietFor } from './host-limits-mapping.js';
import { createRetryBudget, type RetryBudget } from './retry-budget.js';
import { UpstreamBusy } from './upstream.errors.js';

interface Host {
  readonly breaker: CircuitBreakerPolicy;
  readonly budget: RetryBudget;
  /** Milliseconds of the epoch; until then the host wants no question. */
  quietUntil: number;
}

/**
 * The client that asks no host which said to wait (UpstreamBusy instead), none that failed five times in a row (for ten
 * seconds, then one question tries), and once more whom it could not reach. Limits are kept by upstream and host: what
 * an instance's API wants says nothing about its pictures.
 */
export type BePolite = (upstream: string, http: HttpClient) => HttpClient;

const [failuresInRow, openFor, hostsKept] = [5, 10_000, 1000];
const silent = ['upstream_timeout', 'upstream_unreachable'];

export function createBePolite(): BePolite {
  // Visitors name hosts; the least asked is forgotten.
  const hosts = new LRUCache<string, Host>({ max: hostsKept });
  return (upstream, http) => ({
    close: () => http.close(),
    request: async (request) => {
      const host = hosts.get(keyOf(upstream, request)) ?? createHost();
      hosts.set(keyOf(upstream, request), host);
      const wait = host.quietUntil - Date.now();
      if (wait > 0) throw new UpstreamBusy('it said to wait', Math.ceil(wait / 1000));
      return throughBreaker(host, () => askTwice(http, request, host.budget));
    },
  });
}

function keyOf(upstream: string, { url }: HttpRequest): string {
  return `${upstream} ${URL.canParse(String(url)) ? new URL(url).host : ''}`;
}

function createHost(): Host {
  const isDown = handleWhen(
    (error) => error instanceof HttpClientError && silent.includes(error.code),
  ).orWhenResult((answer) => (answer as HttpResponse).status >= 500);
  const breaker = circuitBreaker(isDown, {
    halfOpenAfter: openFor,
    breaker: new ConsecutiveBreaker(failuresInRow),
  });
  return { breaker, budget: createRetryBudget(), quietUntil: 0 };
}

async function throughBreaker(host: Host, ask: () => Promise<HttpResponse>): Promise<HttpResponse> {
  try {
    const answer = await host.breaker.execute(ask);
    const seconds = quietFor(answer.status, answer.headers, Date.now());
    if (seconds > 0) host.quietUntil = Date.now() + seconds * 1000;
    return answer;
  } catch (error) {
    if (!(error instanceof BrokenCircuitError)) throw error;
    throw new UpstreamBusy('it failed too often', openFor / 1000);
  }
}

async function askTwice(http: HttpClient, request: HttpRequest, budget: RetryBudget) {
  const startedAt = performance.now();
  budget.earn();
  try {
    return await http.request(request);
  } catch (error) {
    const lost = error instanceof HttpClientError && error.code === 'upstream_unreachable';
    if (!lost || request.method === 'POST' || !budget.spend()) throw error;
    await pause(50 + Math.random() * 100);
    const left = Math.floor((request.deadline ?? Infinity) - (performance.now() - startedAt));
    if (left <= 0) throw error;
    return http.request(Number.isFinite(left) ? { ...request, deadline: left } : request);
  }
}
