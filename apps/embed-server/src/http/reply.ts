import { createHash } from 'node:crypto';

type Headers = Readonly<Record<string, string>>;

/** An answer's bytes, and those of its headers that do not change while the bytes are the same. */
export interface Answer {
  readonly body: Buffer;
  readonly headers: Headers;
  readonly etag: string;
  readonly bytes: number;
}

// A JSON answer or an image that is opened as a document does nothing.
const inert: Headers = { 'content-security-policy': "default-src 'none'; sandbox" };

const json = 'application/json; charset=utf-8';

export function jsonAnswer(value: unknown): Answer {
  return answer(Buffer.from(JSON.stringify(value)), { ...inert, 'content-type': json });
}

export function xmlAnswer(xml: string): Answer {
  return answer(Buffer.from(xml), { ...inert, 'content-type': 'text/xml; charset=utf-8' });
}

export function iconAnswer(svg: string): Answer {
  return answer(Buffer.from(svg), { ...inert, 'content-type': 'image/svg+xml' });
}

export function scriptAnswer(script: string): Answer {
  const type = 'text/javascript; charset=utf-8';
  return answer(Buffer.from(script), { ...inert, 'content-type': type });
}

/** No `X-Frame-Options`: who may frame the page stands in its policy. */
export function pageAnswer(page: { html: string; contentSecurityPolicy: string }): Answer {
  return answer(Buffer.from(page.html), {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': page.contentSecurityPolicy,
    // Players want to know who embeds them (YouTube's error 153); the page itself tightens it for media.
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
}

export function imageAnswer({ body, type }: { body: Buffer; type: string }): Answer {
  return cachedAnswer(body, type);
}

/** Of JSON that the cache holds as it is sent. */
export function cachedJsonAnswer({ body }: { body: Buffer }): Answer {
  return cachedAnswer(body, json);
}

// Their bytes are the cache's own: hashed once, counted there, and gone with it.
const cached = new WeakMap<Buffer, Answer>();

function cachedAnswer(body: Buffer, type: string): Answer {
  const known = cached.get(body);
  if (known) return known;
  const made = answer(body, { ...inert, 'content-type': type });
  cached.set(body, made);
  return made;
}

function answer(body: Buffer, headers: Headers): Answer {
  const etag = entityTag(body);
  // Pages of any origin show these, also those that isolate themselves.
  const shared = { etag, 'cross-origin-resource-policy': 'cross-origin' };
  return { body, headers: { ...headers, ...shared }, etag, bytes: body.length + 1024 };
}

/** A strong validator: the same bytes, the same tag, on every replica. */
function entityTag(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}
