import { Readable } from 'node:stream';
import { request as send, type Agent, type Dispatcher } from 'undici';
import { parseAllowList, type IsAllowed } from './allow-list.js';
import { createGuardedAgent } from './guarded-agent.js';
import {
  defaultLimits,
  type HttpClient,
  type HttpClientOptions,
  type HttpLimits,
  type HttpRequest,
  type HttpResponse,
} from './http-client.js';
import { translateError } from './http-client-error.js';
import { isPublicAddress } from './public-address.js';
import { acceptedEncodings, discardBody, readBody } from './read-body.js';
import { followRedirects } from './redirects.js';
import { createResolve, resolveBySystem } from './resolve-name.js';
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
  const agent = createGuardedAgent({
    isAllowed,
    isPublic: isPublicAddress,
    resolve: options.resolve ?? createResolve(),
    resolveAllowed: options.resolve ?? resolveBySystem,
    limits,
    connectionsPerHost: options.connectionsPerHost,
  });
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
    const sendHop = (hop: HttpRequest) => runOnce(parts, hop, signal);
    return await followRedirects(sendHop, request, { ...parts.limits, ...parts });
  } catch (error) {
    request.signal?.throwIfAborted();
    throw translateError(error);
  }
}

async function runOnce(
  parts: Parts,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const url = checkUrl(request.url, parts.isAllowed);
  const reply = await sendOnce(parts, request, url, signal);
  const { statusCode: status } = reply;
  const headers = flattenHeaders(reply.headers);
  const isClosedByServer = !('content-length' in headers || 'transfer-encoding' in headers);
  const enough = request.enoughBody?.(headers) ?? null;
  if (request.wantsBody?.(status) === false || enough === 0) {
    discardBody(reply.body);
    return { status, headers, body: Buffer.alloc(0), url, isClosedByServer };
  }
  const body = await readBody(reply.body, headers, {
    maxBytes: request.maxBytes ?? parts.limits.maxBytes,
    enough,
    beforePiece: (bytes) => request.beforePiece?.(bytes, signal),
    checkStart: request.checkStart,
    slowest: request.slowestBody,
  });
  return { status, headers, body, url, isClosedByServer };
}

function sendOnce(
  { agent, userAgent }: Parts,
  { method = 'GET', accept, json, body, headers }: HttpRequest,
  url: URL,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  return send(url, {
    dispatcher: agent,
    method,
    signal,
    headers: {
      ...lowerCase(headers),
      accept,
      'accept-encoding': acceptedEncodings,
      'user-agent': userAgent,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(json === undefined ? { body: toBody(body) } : { body: JSON.stringify(json) }),
  });
}

function toBody(body: HttpRequest['body']) {
  if (body === undefined || body instanceof Uint8Array) return body ?? null;
  return Readable.from(body, { objectMode: false });
}

function lowerCase(headers: HttpRequest['headers'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function flattenHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}
