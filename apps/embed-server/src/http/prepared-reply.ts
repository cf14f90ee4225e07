import { createHash } from 'node:crypto';

type Headers = Readonly<Record<string, string>>;

/** The bytes of a 200, and those of its headers that stay the same for as long as the bytes do. */
export interface PreparedReply {
  readonly body: Buffer;
  readonly headers: Headers;
  readonly etag: string;
  /** Whether it gets smaller by a content coding; pictures are compressed already. */
  readonly isText: boolean;
  /** What it takes of memory. */
  readonly bytes: number;
}

// A JSON reply or an image that is opened as a document runs nothing and loads nothing.
const inert: Headers = { 'content-security-policy': "default-src 'none'; sandbox" };

const json = 'application/json; charset=utf-8';

const textReply = (type: string) => (text: string) =>
  prepare(Buffer.from(text), { ...inert, 'content-type': type }, true);

export const xmlReply = textReply('text/xml; charset=utf-8');
export const svgReply = textReply('image/svg+xml');
export const styleReply = textReply('text/css; charset=utf-8');
export const scriptReply = textReply('text/javascript; charset=utf-8');

export function jsonReply(value: unknown): PreparedReply {
  return textReply(json)(JSON.stringify(value));
}

/** Without `X-Frame-Options`: who may frame the page stands in its policy. */
export function pageReply(page: { html: string; contentSecurityPolicy: string }): PreparedReply {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': page.contentSecurityPolicy,
    // Players refuse an embed without a referrer (YouTube's error 153); the page itself is stricter for media.
    'referrer-policy': 'strict-origin-when-cross-origin',
  };
  return prepare(Buffer.from(page.html), headers, true);
}

export function imageReply({ body, type }: { body: Buffer; type: string }): PreparedReply {
  return prepareCached(body, type, false);
}

/** Of JSON that the cache holds in the bytes that are sent. */
export function cachedJsonReply({ body }: { body: Buffer }): PreparedReply {
  return prepareCached(body, json, true);
}

// The bytes belong to the cache: they are hashed once, counted there, and this entry goes with them.
const preparedOf = new WeakMap<Buffer, PreparedReply>();

function prepareCached(body: Buffer, type: string, isText: boolean): PreparedReply {
  const known = preparedOf.get(body);
  if (known) return known;
  const prepared = prepare(body, { ...inert, 'content-type': type }, isText);
  preparedOf.set(body, prepared);
  return prepared;
}

function prepare(body: Buffer, headers: Headers, isText: boolean): PreparedReply {
  const etag = entityTag(body);
  // Pages of any origin may load these, also pages that isolate themselves.
  const shared = {
    etag,
    'accept-ranges': 'bytes',
    'cross-origin-resource-policy': 'cross-origin',
  };
  return { body, headers: { ...headers, ...shared }, etag, isText, bytes: body.length + 1024 };
}

/** A strong validator: the same bytes have the same tag on every replica. */
function entityTag(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}
