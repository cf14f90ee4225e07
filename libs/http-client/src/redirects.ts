import type { HttpRequest, HttpResponse } from './http-client.js';
import type { IsAllowed } from './allow-list.js';
import { RedirectRefused } from './http-client-error.js';
import { checkUrl } from './url-rules.js';

const statuses = [301, 302, 303, 307, 308];

export interface RedirectRules {
  readonly maxRedirects: number;
  readonly isAllowed: IsAllowed;
}

/**
 * Sends a request, and one more for each redirect of a GET: every hop passes the same rules as the first URL. Throws
 * RedirectRefused for too many of them or one that breaks a rule, and what `send` and `beforeHop` throw.
 */
export async function followRedirects<Request extends HttpRequest>(
  send: (request: Request) => Promise<HttpResponse>,
  request: Request,
  { maxRedirects, isAllowed }: RedirectRules,
): Promise<HttpResponse> {
  if ((request.method ?? 'GET') !== 'GET' || request.follow === false) return send(request);
  // The body of a redirect is for people, and could be endless.
  const wantsBody = (status: number) =>
    !statuses.includes(status) && (request.wantsBody?.(status) ?? true);
  let response = await send({ ...request, wantsBody });
  for (let hops = 0; ; hops += 1) {
    const { location } = response.headers;
    if (location === undefined || !statuses.includes(response.status)) return response;
    if (hops === maxRedirects) throw new RedirectRefused();
    const url = checkHop(location, response.url, isAllowed);
    request.beforeHop?.(url);
    response = await send({ ...request, url, headers: headersFor(url, request), wantsBody });
  }
}

function checkHop(location: string, from: URL, isAllowed: IsAllowed): URL {
  try {
    return checkUrl(new URL(location, from), isAllowed);
  } catch (cause) {
    throw new RedirectRefused(cause);
  }
}

const confided = ['authorization', 'cookie'];

/** What the caller confides to one origin is not for another that this one names. */
function headersFor({ origin }: URL, { headers = {}, url }: HttpRequest): HttpRequest['headers'] {
  if (new URL(url).origin === origin) return headers;
  const shared = Object.entries(headers).filter(([name]) => !confided.includes(name.toLowerCase()));
  return Object.fromEntries(shared);
}
