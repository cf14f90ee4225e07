import { defaultLimits, type HttpClient, type IsAllowed } from '@triptych/http-client';
import type { Registry } from '@triptych/service-host';
import { currentScope } from '../http/request-scope.js';
import { createBufferBudget } from './buffer-budget.js';
import { limitCallsInAll, limitCallsOfClient, limitCallsToHost } from './bulkhead.http.js';
import { breakCircuits } from './circuit-breaker.http.js';
import { refuseWithoutTime, sendInTimeLeft } from './deadline.http.js';
import type { LogFault } from './fault-log.js';
import { logFaults } from './fault-log.http.js';
import { hideRefusals } from './hidden-refusals.http.js';
import { nameHost } from './host-of-errors.http.js';
import { keepHostPauses } from './host-pause.http.js';
import { followByHops } from './redirects.http.js';
import { hostOf, type Interceptor, type Send } from './interceptor.http.js';
import { createMeasure } from './metrics.http.js';
import { limitCallsToNamedHosts } from './named-hosts.http.js';
import { limitBuffers } from './response-buffer.http.js';
import { retryLostCalls } from './retry.http.js';
import { createFetchJson, type FetchJson } from './upstream-json.http.js';

// Outbound pipeline. Guarantees: no call outlasts its request; a host that is slow, broken or limits us costs others
// nothing, nor does a client that names many such hosts, or goes away; each hop of a redirect counts for its own host;
// pictures take nothing from posts; nobody learns from a reply how the network behind this server looks (ADR 0006, 0022, 0027).
//
//   host, per upstream   a call to it
//   well                 is made; sixteen at once, 64 wait; of a client 128   queue full, waited too long → ServerBusy
//   its clients left     goes on while nobody waits for its place             → ServerBusy
//   asked for a pause    is not made until the pause ends                     → UpstreamBusy with the rest of the pause
//   named by other hosts is made 30 times a minute on their word              → UpstreamBusy with the rest of the minute
//   failed 5 times       is not made for ten seconds; then one tries:         → UpstreamBusy
//                        success closes the circuit, failure opens it again

/** The name that calls are counted under. Limits are kept by name and host: those of an API do not bind pictures. */
export type UpstreamName =
  | 'x_syndication'
  | 'x_api'
  | 'x_oembed'
  | 'youtube'
  | 'vimeo'
  | 'facebook'
  | 'fediverse'
  | 'bluesky'
  | 'media'
  | 'images';

export interface OutboundSettings {
  /** Milliseconds for one call, unless it asks for less. */
  readonly callTimeout: number;
  /** For all bodies that are being read. */
  readonly bufferBytes: number;
  readonly largestPicture: number;
  /** By default faults are counted alone. */
  readonly logFault?: LogFault;
  /** Hosts that a redirect may lead to whatever the rules are. */
  readonly isAllowed?: IsAllowed;
}

export interface Upstreams {
  readonly client: (name: UpstreamName) => HttpClient;
  readonly fetchJson: (name: UpstreamName) => FetchJson;
  close(): Promise<void>;
}

export function createUpstreams(
  http: HttpClient,
  settings: OutboundSettings,
  registry: Registry,
): Upstreams {
  const { callTimeout, bufferBytes, largestPicture, isAllowed = () => false } = settings;
  const { logFault = () => undefined } = settings;
  const measure = createMeasure(registry);
  const budget = (bytes: number, largest: number) =>
    createBufferBudget(Math.max(bytes, largest), largest);
  // Pictures are large and anyone's: they must not take the memory that a post needs.
  const pictures = budget(bufferBytes * 0.75, largestPicture);
  const items = budget(bufferBytes * 0.25, defaultLimits.maxBytes);

  const steps = (name: UpstreamName): readonly Interceptor[] => [
    // First, so that calls which a later step refuses are counted too.
    measure(name),
    // Around what names the host of an error.
    logFaults(logFault, name),
    // The host of a redirect that is not followed, too.
    nameHost,
    // Around all that is kept for each host: whoever redirects must not spend what is another's.
    followByHops(isAllowed),
    nameHost,
    // Before anything that waits.
    refuseWithoutTime,
    // Before the queue and the breaker: a pause that was asked for is neither a place in the queue nor a failure.
    keepHostPauses(),
    // Counts what would be called. Pictures of many hosts lie at one, and each is asked for by a visitor.
    ...(name === 'fediverse' ? [limitCallsToNamedHosts()] : []),
    // Before the breaker, so that calls which waited meet the circuit as it is when they start.
    limitCallsToHost(),
    // After the host's, so that calls which wait for a slow host take no place of their client's.
    limitCallsOfClient(),
    // Last of the three, so that calls which wait for a host or for their client take no place of others.
    limitCallsInAll(),
    // Around the retry: a call that succeeds at the second attempt has not failed.
    breakCircuits(callTimeout / 2),
    retryLostCalls(),
    // Inside breaker and retry: a refused host is retried and counted exactly like a dead one.
    hideRefusals,
    // Last, since it counts the bytes of one attempt.
    limitBuffers(name === 'images' ? pictures : items),
  ];

  const clients = new Map<UpstreamName, HttpClient>();
  const client = (name: UpstreamName) => {
    const known =
      clients.get(name) ?? start(http, inOrder(steps(name), sendInTimeLeft(http)), callTimeout);
    clients.set(name, known);
    return known;
  };
  return {
    client,
    fetchJson: (name) => createFetchJson(client(name)),
    close: () => http.close(),
  };
}

function inOrder(steps: readonly Interceptor[], send: Send): Send {
  return steps.reduceRight((next, step) => step(next), send);
}

/** A call ends with its own time or with that of the request that it is made for, however many sources that asks. */
function start(http: HttpClient, send: Send, callTimeout: number): HttpClient {
  return {
    close: () => http.close(),
    request: ({ deadline = callTimeout, ...request }) => {
      const scope = currentScope();
      const { endsAt = Infinity, client = '', isAbandoned = () => false } = scope ?? {};
      const cut = new AbortController();
      return send({
        ...request,
        client,
        askedHost: hostOf(scope?.askedOrigin ?? ''),
        isAbandoned,
        end: (reason) => cut.abort(reason),
        signal: cut.signal,
        endsAt: Math.min(performance.now() + deadline, endsAt),
      });
    },
  };
}
