// Signatures of Standard Webhooks (standardwebhooks.com), symmetric, `v1`, by WebCrypto.
import type { UserEvent } from './api-types.js';

export type WebhookErrorCode =
  | 'headers_missing'
  | 'timestamp_invalid'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'signature_mismatch'
  | 'body_invalid';

/** The message is not one of the service, or not of now. It holds nothing of the message. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode) {
    super(`The webhook is refused: ${code}.`);
    this.code = code;
  }
}

/** What `testWebhook` sends. */
export interface WebhookTestEvent {
  readonly specversion: string;
  readonly id: string;
  readonly source: string;
  readonly type: 'webhook.test';
  /** The id of the webhook. */
  readonly subject: string;
  readonly time: string;
}

export interface VerifiedWebhook {
  /** The same each time the event is sent: to be remembered, so that each is handled once. */
  readonly id: string;
  /** When this try was signed. */
  readonly sentAt: Date;
  readonly event: UserEvent | WebhookTestEvent;
}

export interface VerifyOptions {
  /** `whsec_…`, as the service showed it; several while a rotation overlaps, of which any may have signed. */
  readonly secrets: string | readonly string[];
  /** How far the time of the signature may be from now, in seconds; 300. */
  readonly toleranceSeconds?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now?: number | undefined;
}

/** Of a request: `Headers`, or the object that Node has. */
export type WebhookHeaders =
  Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Whether a request is a delivery of the service, signed within the tolerance.
 *
 * @param body as it arrived, byte by byte; JSON that was parsed and printed again has another signature
 * @throws WebhookVerificationError, also for a body that is neither text nor bytes; TypeError for a secret that is none
 */
export async function verifyWebhook(
  body: string | ArrayBufferLike | ArrayBufferView,
  headers: WebhookHeaders,
  { secrets, toleranceSeconds = 300, now = Date.now() }: VerifyOptions,
): Promise<VerifiedWebhook> {
  const keys = (typeof secrets === 'string' ? [secrets] : secrets).map(decodeSecret);
  if (keys.length === 0) throw new TypeError('There is no secret.');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const seconds = checkTime(timestamp, Math.floor(now / 1000), toleranceSeconds);
  const signatures = signaturesIn(headerOf(headers, 'webhook-signature'));

  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = concatenate(head, bytesOf(body));
  // All keys and signatures are compared, so that the time does not tell which one fits.
  let matches = 0;
  for (const key of keys) {
    const expected = await sign(key, signed);
    for (const signature of signatures) matches += equal(expected, signature) ? 1 : 0;
  }
  if (matches === 0) throw new WebhookVerificationError('signature_mismatch');
  return { id, sentAt: new Date(seconds * 1000), event: parseEvent(signed.subarray(head.length)) };
}

function bytesOf(body: string | ArrayBufferLike | ArrayBufferView): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  try {
    if (ArrayBuffer.isView(body))
      return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
    // Not by `instanceof`: a buffer may be of another realm, as of a frame.
    const kind = Object.prototype.toString.call(body);
    if (/^\[object (Shared)?ArrayBuffer\]$/.test(kind)) return new Uint8Array(body);
  } catch {
    // A buffer that was transferred holds nothing any more.
  }
  throw new WebhookVerificationError('body_invalid');
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const found = isHeaders(headers) ? headers.get(name) : findHeader(headers, name);
  // Some frameworks have a list for each header. Of two values nobody knows which one was signed.
  const value: unknown = Array.isArray(found) && found.length === 1 ? found[0] : found;
  if (typeof value !== 'string' || value === '')
    throw new WebhookVerificationError('headers_missing');
  return value;
}

const isHeaders = (headers: WebhookHeaders): headers is Pick<Headers, 'get'> =>
  typeof headers.get === 'function';

const findHeader = (headers: Exclude<WebhookHeaders, Pick<Headers, 'get'>>, name: string) =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];

function checkTime(timestamp: string, now: number, tolerance: number): number {
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('timestamp_invalid');
  const seconds = Number(timestamp);
  // Asked so that a tolerance that is no number takes nothing.
  if (!(now - seconds <= tolerance)) throw new WebhookVerificationError('timestamp_too_old');
  if (!(seconds - now <= tolerance)) throw new WebhookVerificationError('timestamp_too_new');
  return seconds;
}

const prefix = 'whsec_';

function decodeSecret(secret: string): Uint8Array<ArrayBuffer> {
  const text = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;
  // Without the check `atob` would take white space and texts without padding as well.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) {
    throw new TypeError('A secret of a webhook is whsec_ and base64.');
  }
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** `v1,… v1,…`: those of other versions are for others. */
function signaturesIn(header: string): string[] {
  return header.split(' ').flatMap((versioned) => {
    const [version, signature] = versioned.split(',');
    return version === 'v1' && signature !== undefined ? [signature] : [];
  });
}

/** In base64, as signatures are sent. */
async function sign(key: Uint8Array<ArrayBuffer>, signed: Uint8Array<ArrayBuffer>) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', imported, signed));
  return btoa(String.fromCharCode(...signature));
}

/** In a time that does not depend on where two texts of one length differ. */
function equal(one: string, other: string): boolean {
  let different = one.length ^ other.length;
  for (let at = 0; at < one.length; at += 1) different |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return different === 0;
}

function concatenate(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function parseEvent(body: Uint8Array): UserEvent | WebhookTestEvent {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    const event = JSON.parse(text) as UserEvent | WebhookTestEvent | null;
    if (typeof event?.type === 'string') return event;
  } catch {
    // The error of the platform would quote the body.
  }
  throw new WebhookVerificationError('body_invalid');
}
