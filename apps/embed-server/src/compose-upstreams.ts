import { createHttpClient, defaultLimits, type HttpClient } from '@triptych/http-client';
import type { Registry } from '@triptych/service-host';
import { currentScope } from './http/request-scope.js';
import { listOf, publicUrlOf, type Config } from './config.js';
import { createBodyRoom } from './outbound/body-room.js';
import { createMeasure } from './outbound/measured-client.http.js';
import { createBePolite } from './outbound/polite-client.http.js';
import { withinRoom } from './outbound/roomy-client.http.js';
import { withinTimeLeft } from './outbound/timed-client.http.js';
import { createFetchJson, type FetchJson } from './outbound/upstream-json.http.js';
import { veilRefusals } from './outbound/veiled-client.http.js';

/** Whom a call is counted under. All that speak to the hosts of one network share its name. */
export type UpstreamName =
  | 'x_syndication'
  | 'x_api'
  | 'x_oembed'
  | 'youtube'
  | 'vimeo'
  | 'facebook'
  | 'fediverse'
  | 'images';

export interface Upstreams {
  readonly client: (name: UpstreamName) => HttpClient;
  readonly fetchJson: (name: UpstreamName) => FetchJson;
  close(): Promise<void>;
}

/** One guarded way out, behind a client of its own for every upstream. */
export function composeUpstreams(config: Config, version: string, registry: Registry): Upstreams {
  const http = createHttpClient({
    userAgent: `triptych-embed-server/${version} (+${publicUrlOf(config)})`,
    allowHosts: listOf(config.OUTBOUND_ALLOW_HOSTS),
  });
  return composeUpstreamsOn(http, config, registry);
}

/** The same on a client of which a test knows what it is asked. */
export function composeUpstreamsOn(
  http: HttpClient,
  config: Config,
  registry: Registry,
): Upstreams {
  // Outside the veil: a refused host must be retried, counted and told apart no more than a dead one.
  const largest = Math.max(config.IMAGE_MAX_BYTES, defaultLimits.maxBytes);
  const room = createBodyRoom(Math.max(config.FETCH_MAX_BYTES, largest), largest);
  const veiled = veilRefusals(withinRoom(http, room));
  const limits = {
    perCall: config.UPSTREAM_DEADLINE_MS,
    left: () => (currentScope()?.endsAt ?? Infinity) - performance.now(),
  };
  const bePolite = createBePolite(config.UPSTREAM_DEADLINE_MS / 2);
  const measure = createMeasure(registry);
  const client = (name: UpstreamName) =>
    measure(name, withinTimeLeft(bePolite(name, veiled), limits));
  return {
    client,
    fetchJson: (name) => createFetchJson(client(name)),
    close: () => http.close(),
  };
}
