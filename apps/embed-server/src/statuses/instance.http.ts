import {
  RedirectRefused,
  UrlRefused,
  UpstreamMalformed,
  type HttpClientError,
  type HttpClient,
  type HttpResponse,
} from '@triptych/http-client';
import type { ServiceError } from '@triptych/schemas';
import { faultOf } from '../outbound/fault-log.http.js';
import { retryAfterOf } from '../outbound/retry-after-mapping.js';
import { UpstreamBroken } from '../outbound/upstream.errors.js';
import { InstanceUnwilling, InvalidStatusUrl, StatusNotFound } from './statuses.errors.js';

/** Old links say http; instances are asked by https all the same. */
export function askByHttps(
  http: HttpClient,
  isAllowed: (hostname: string, port: string) => boolean,
): HttpClient {
  return {
    close: () => http.close(),
    request: (request) => {
      const url = new URL(request.url);
      const stays = url.protocol !== 'http:' || isAllowed(url.hostname, url.port || '80');
      if (!stays) url.protocol = 'https:';
      return http.request({ ...request, url });
    },
  };
}

/** For what a visitor named: a refused address is the visitor's fault, not the other server's. */
export function refusalAsInvalidUrl<T>(call: Promise<T>): Promise<T> {
  return whenRefused(call, (error) => new InvalidStatusUrl({ cause: error }));
}

/** For what another server named. */
export function refusalAsMalformed<T>(call: Promise<T>): Promise<T> {
  return whenRefused(call, () => malformed('an address that may not be asked'));
}

async function whenRefused<T>(call: Promise<T>, meant: (error: unknown) => Error): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const refused = error instanceof UrlRefused;
    throw refused ? meant(error) : error;
  }
}

/** A refusal that leaves hope for another API of the host; `null` for all other replies. */
export function doubtOf(response: HttpResponse): { readonly doubt: ServiceError } | null {
  const { status, headers } = response;
  const reason = `status ${status}`;
  if (status === 401 || status === 403) {
    const unwilling = new InstanceUnwilling(reason, retryAfterOf(headers, Date.now()));
    return { doubt: faultOf(response, unwilling) };
  }
  if (status === 404 || status === 410) return { doubt: new StatusNotFound() };
  if ([400, 405, 406, 415].includes(status)) return { doubt: new UpstreamBroken(reason) };
  // Of a call that follows none.
  if (status >= 300 && status < 400) return { doubt: new RedirectRefused(new Error(reason)) };
  return null;
}

/** REST names a status by a number that means another one elsewhere: a redirect to another host is no answer. */
export function stayAt(origin: string): (url: URL) => void {
  return (url) => {
    if (url.origin !== origin) throw new LeftHost(new Error('a redirect to another host'));
  };
}

/** The host sends those who ask its API to another host. */
export class LeftHost extends RedirectRefused {}

/** What an address leads to is sound, and no status: of an address that only might be one that is the visitor's fault. */
export class NoStatus extends UpstreamMalformed {}

export function malformed(reason: string, host?: string): HttpClientError {
  const error = new UpstreamMalformed(new Error(reason));
  error.host = host;
  return error;
}
