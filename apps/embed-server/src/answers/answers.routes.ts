import type { FastifyReply, FastifyRequest } from 'fastify';
import { cacheControl, entityTag, matches } from './freshness-headers.js';
import { currentScope } from './request-scope.js';

type Headers = Readonly<Record<string, string>>;

// A JSON answer or an image that is opened as a document does nothing.
const inert: Headers = { 'content-security-policy': "default-src 'none'; sandbox" };

export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  value: unknown,
  maxAge: number,
) {
  const headers = { ...inert, 'content-type': 'application/json; charset=utf-8' };
  return send(request, reply, Buffer.from(JSON.stringify(value)), maxAge, headers);
}

export function sendXml(
  request: FastifyRequest,
  reply: FastifyReply,
  xml: unknown,
  maxAge: number,
) {
  const headers = { ...inert, 'content-type': 'text/xml; charset=utf-8' };
  return send(request, reply, Buffer.from(String(xml)), maxAge, headers);
}

export function sendImage(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, type, maxAge }: { body: Buffer; type: string; maxAge: number },
) {
  return send(request, reply, body, maxAge, { ...inert, 'content-type': type });
}

const day = 86_400;

export function sendIcon(request: FastifyRequest, reply: FastifyReply, svg: string) {
  const headers = { ...inert, 'content-type': 'image/svg+xml' };
  return send(request, reply, Buffer.from(svg), day, headers);
}

export function sendScript(request: FastifyRequest, reply: FastifyReply, script: string) {
  const headers = { ...inert, 'content-type': 'text/javascript; charset=utf-8' };
  return send(request, reply, Buffer.from(script), day, headers);
}

/** No `X-Frame-Options`: who may frame the page stands in its policy. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: { html: string; contentSecurityPolicy: string },
  maxAge: number,
) {
  return send(request, reply, Buffer.from(page.html), maxAge, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': page.contentSecurityPolicy,
    // Players want to know who embeds them (YouTube's error 153); the page itself tightens it for media.
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
  maxAge: number,
  headers: Headers,
) {
  const tag = entityTag(body);
  void reply.headers({
    ...headers,
    etag: tag,
    'cache-control': cacheControl(maxAge, currentScope()?.notes),
    // Pages of any origin show these, also those that isolate themselves.
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (matches(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.send(body);
}
