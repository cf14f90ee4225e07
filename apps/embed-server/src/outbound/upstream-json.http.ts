import { readJson, type HttpClient, type HttpResponse } from '@triptych/http-client';
import { inTurn } from '../http/event-loop-turns.js';
import { anything, requireModest, withinLimit, type Limit } from './content-limits.js';
import { retryAfterOf } from './retry-after-mapping.js';
import { faultOf } from './fault-log.http.js';
import { UpstreamBroken, UpstreamBusy } from './upstream.errors.js';

export interface UpstreamRequest {
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses that mean "there is no such thing"; by default 404 and 410. */
  readonly absent?: readonly number[];
  /** What the reply may hold; `anything` by default. */
  readonly limit?: Limit;
  /** Throws what is wrong with a reply within its limit, so that the log tells it of who sent that. */
  readonly check?: (reply: unknown) => void;
}

/** A JSON reply, bounded but not checked otherwise, or `null` when the upstream has none. */
export type FetchJson = (url: string, request?: UpstreamRequest) => Promise<unknown>;

const gone = [404, 410];
// These refuse the caller and prove nothing about the item: a closed instance, a plan that ended, a limit, a pause.
const unwilling = [401, 403, 429, 503];

export function createFetchJson(http: HttpClient): FetchJson {
  return async (url, { headers = {}, absent = gone, limit = anything, check } = {}) => {
    const response = await http.request({ url, headers, accept: 'application/json' });
    if (absent.includes(response.status)) return null;
    requireSuccess(response);
    return readWithin(response, limit, { ...(check && { check }) });
  };
}

export interface Reading extends Pick<UpstreamRequest, 'check'> {
  /** Makes of what came what the limits are of, in time that is linear in it. */
  readonly prepare?: (reply: unknown) => unknown;
}

/** The JSON of a reply, within the limits of its source. Throws UpstreamMalformed, ServerBusy. */
export async function readWithin(
  response: HttpResponse,
  limit: Limit,
  { check, prepare = (reply) => reply }: Reading = {},
): Promise<unknown> {
  try {
    return await inTurn(() => {
      requireModest(response.body);
      const reply = withinLimit(prepare(readJson(response)), limit);
      check?.(reply);
      return reply;
    });
  } catch (error) {
    throw faultOf(response, error);
  }
}

/** Lets a 200 pass and turns every other status into the error it means. */
export function requireSuccess(response: HttpResponse): void {
  const { status, headers, url } = response;
  if (status === 200) return;
  const [reason, from] = [`status ${status}`, { status, host: url.host }];
  if (unwilling.includes(status))
    throw faultOf(response, new UpstreamBusy(reason, retryAfterOf(headers, Date.now()), from));
  throw faultOf(response, new UpstreamBroken(reason, from));
}
