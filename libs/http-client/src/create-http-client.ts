import { request as send, type Agent, type Dispatcher } from 'undici';
import { parseAllowList, type IsAllowed } from './allow-list.js';
import { createGuardedAgent } from './guarded-agent.js';
import { resolveBySystem } from './guarded-lookup.js';
import {
  defaultLimits,
  type HttpClient,
  type HttpClientOptions,
  type HttpLimits,
  type HttpRequest,
  type HttpResponse,
} from './http-client.js';
import { RedirectRefused, translateError } from './http-client-error.js';
import { isPublicAddress } from './public-address.js';
import { acceptedEncodings, discardBody, readBody } from './read-body.js';
import { checkUrl } from './url-rules.js';

interface Parts {
  readonly agent: Agent;
  readonly isAllowed: IsAllowed;
  readonly limits: HttpLimits;
  readonly userAgent: string;
}

/**
 * The client of every outbound call of a service. https on port 443 to public addresses only (checked after resolution,
 * pinned, and again at each redirect), a total deadline, a byte limit on the decoded body, no cookies,
 * no credentials of its own. Close it when the service ends.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const limits = { ...defaultLimits, ...options.limits };
  const isAllowed = parseAllowList(options.allowHosts);
  const resolve = options.resolve ?? resolveBySystem;
  const agent = createGuardedAgent({ isAllowed, isPublic: isPublicAddress, resolve, limits });
  const parts = { agent, isAllowed, limits, userAgent: options.userAgent };
  return {
    request: (request) => run(parts, request),
    close: () => agent.destroy(),
  };
}

async function run(parts: Parts, request: HttpRequest): Promise<HttpResponse> {
  // One clock for all hops: a server that drips a byte a second never trips the other time-outs.
  const deadline = AbortSignal.timeout(request.deadline ?? parts.limits.deadline);
  const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
  try {
    const { reply, url } = await followRedirects(parts, request, signal);
    const { statusCode: status } = reply;
    const headers = flattenHeaders(reply.headers);
    const isClosedByServer = !('content-length' in headers || 'transfer-encoding' in headers);
    if (request.wantsBody?.(status) === false) {
      discardBody(reply.body);
      return { status, headers, body: Buffer.alloc(0), url, isClosedByServer };
    }
    const body = await readBody(reply.body, headers, {
      maxBytes: request.maxBytes ?? parts.limits.maxBytes,
      beforePiece: (bytes) => request.beforePiece?.(bytes, signal),
      checkStart: request.checkStart,
      slowest: request.slowestBody,
    });
    return { status, headers, body, url, isClosedByServer };
  } catch (error) {
    request.signal?.throwIfAborted();
    throw translateError(error);
  }
}

// By hand, because every hop must pass the same rules as the first URL.
async function followRedirects(parts: Parts, request: HttpRequest, signal: AbortSignal) {
  const first = checkUrl(request.url, parts.isAllowed);
  let url = first;
  for (let hops = 0; ; hops += 1) {
    const reply = await sendOnce(parts, request, { url, first, signal });
    const location = redirectTarget(request, reply);
    if (location === null) return { reply, url };
    discardBody(reply.body);
    if (hops === parts.limits.maxRedirects) throw new RedirectRefused();
    url = checkHop(location, url, parts.isAllowed);
    request.beforeHop?.(url);
  }
}

function redirectTarget(request: HttpRequest, reply: Dispatcher.ResponseData): string | null {
  if (request.method === 'POST' || request.follow === false) return null;
  if (![301, 302, 303, 307, 308].includes(reply.statusCode)) return null;
  return flattenHeaders(reply.headers)['location'] ?? null;
}

function checkHop(location: string, from: URL, isAllowed: IsAllowed): URL {
  try {
    return checkUrl(new URL(location, from), isAllowed);
  } catch (cause) {
    throw new RedirectRefused(cause);
  }
}

function sendOnce(
  { agent, userAgent }: Parts,
  { method = 'GET', accept, json, headers }: HttpRequest,
  { url, first, signal }: { url: URL; first: URL; signal: AbortSignal },
): Promise<Dispatcher.ResponseData> {
  return send(url, {
    dispatcher: agent,
    method,
    signal,
    headers: {
      ...sharedHeaders(headers, url.origin === first.origin),
      accept,
      'accept-encoding': acceptedEncodings,
      'user-agent': userAgent,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
}

// What the caller confides to one origin is not for another that this one names.
function sharedHeaders(headers: HttpRequest['headers'], sameOrigin: boolean) {
  const named = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  const lower = Object.fromEntries(named) as Record<string, string>;
  if (!sameOrigin) {
    delete lower['authorization'];
    delete lower['cookie'];
  }
  return lower;
}

function flattenHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}
