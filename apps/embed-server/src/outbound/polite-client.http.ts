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
  CircuitState,
  handleWhen,
  type CircuitBreakerPolicy,
} from 'cockatiel';
import { LRUCache } from 'lru-cache';
import { createGate, type Gate } from './gate.js';
import { quietFor } from './host-limits-mapping.js';
import { createRetryBudget, type RetryBudget } from './retry-budget.js';
import { UpstreamBusy } from './upstream.errors.js';

interface Host {
  readonly gate: Gate;
  readonly breaker: CircuitBreakerPolicy;
  readonly budget: RetryBudget;
  /** Milliseconds of the epoch; until then the host wants no question. */
  quietUntil: number;
}

/**
 * The client that asks no host which said to wait (UpstreamBusy instead), none that failed five times in a row (for ten
 * seconds, then one question tries), none more than sixteen things at once (the rest waits a little, then ServerBusy),
 * and once more whom it could not reach. Limits are kept by upstream and host: what an instance's API wants says
 * nothing about its pictures.
 */
export type BePolite = (upstream: string, http: HttpClient) => HttpClient;

const [failuresInRow, openFor, hostsKept] = [5, 10_000, 1000];
const [placesAtHost, placesToWait, longestWait] = [16, 64, 2_000];
const silent = ['upstream_timeout', 'upstream_unreachable'];

type Hosts = (url: HttpRequest['url']) => Host;

/** `fairShare` in milliseconds: a host that had less to answer in has not failed. */
export function createBePolite(fairShare: number): BePolite {
  // Visitors name hosts; the least asked is forgotten.
  const known = new LRUCache<string, Host>({ max: hostsKept });
  const hostOf = (upstream: string, url: HttpRequest['url']) => {
    const key = `${upstream} ${URL.canParse(String(url)) ? new URL(url).host : ''}`;
    const host = known.get(key) ?? createHost();
    known.set(key, host);
    return host;
  };
  return (upstream, http) => {
    const hosts = (url: HttpRequest['url']) => hostOf(upstream, url);
    return {
      close: () => http.close(),
      request: async (request) => {
        const host = hosts(request.url);
        refuseWhileQuiet(host);
        const beforeHop = (url: URL) => refuseWhileQuiet(hosts(url));
        const startedAt = performance.now();
        const patience = Math.min(longestWait, (request.deadline ?? Infinity) / 2);
        const answer = await host.gate.pass(() => {
          const ask = { ...withoutTimeSince(startedAt, request), beforeHop };
          return throughBreaker(host, ask, fairShare, () => askTwice(http, ask, host.budget));
        }, patience);
        noteQuiet(hosts, answer);
        return answer;
      },
    };
  };
}

function createHost(): Host {
  const isDown = handleWhen(
    (error) => error instanceof HttpClientError && silent.includes(error.code),
  ).orWhenResult((answer) => (answer as HttpResponse).status >= 500);
  const breaker = circuitBreaker(isDown, {
    halfOpenAfter: openFor,
    breaker: new ConsecutiveBreaker(failuresInRow),
  });
  const gate = createGate(placesAtHost, placesToWait);
  return { gate, breaker, budget: createRetryBudget(), quietUntil: 0 };
}

function refuseWhileQuiet({ quietUntil }: Host): void {
  const wait = quietUntil - Date.now();
  if (wait > 0) throw new UpstreamBusy('it said to wait', Math.ceil(wait / 1000));
}

// The host that answered, which after a redirect is not the one that was asked.
function noteQuiet(hosts: Hosts, { status, headers, url }: HttpResponse): void {
  const seconds = quietFor(status, headers, Date.now());
  if (seconds > 0) hosts(url).quietUntil = Date.now() + seconds * 1000;
}

class CutShort extends Error {}

async function throughBreaker(
  { breaker }: Host,
  request: HttpRequest,
  fairShare: number,
  ask: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const isFair = (request.deadline ?? Infinity) >= fairShare;
  try {
    // A try that has no time would tell nothing, and the breaker takes what it does not know for success.
    if (!isFair && breaker.state !== CircuitState.Closed) throw new BrokenCircuitError();
    return await breaker.execute(() => (isFair ? ask() : ask().catch(hideTimeout)));
  } catch (error) {
    if (error instanceof CutShort) throw error.cause;
    if (!(error instanceof BrokenCircuitError)) throw error;
    throw new UpstreamBusy('it failed too often', openFor / 1000);
  }
}

function hideTimeout(error: unknown): never {
  const isTimeout = error instanceof HttpClientError && error.code === 'upstream_timeout';
  throw isTimeout ? new CutShort('', { cause: error }) : error;
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
    const again = withoutTimeSince(startedAt, request);
    if ((again.deadline ?? Infinity) <= 0) throw error;
    return http.request(again);
  }
}

function withoutTimeSince(startedAt: number, request: HttpRequest): HttpRequest {
  if (request.deadline === undefined) return request;
  return { ...request, deadline: Math.floor(request.deadline - (performance.now() - startedAt)) };
}
