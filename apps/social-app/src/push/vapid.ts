import { createECDH, createHmac, createPrivateKey, sign } from 'node:crypto';

/** What this service is known by at push services (RFC 8292), in base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface Vapid extends VapidKeys {
  /** Where operators of push services reach those of this one: `mailto:` or `https:`. */
  readonly subject: string;
}

export function createVapidKeys(): VapidKeys {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  const scalar = pair.getPrivateKey();
  // Without the zeros at its start, with which one key in 256 begins.
  const privateKey = toBase64(Buffer.concat([Buffer.alloc(32 - scalar.length), scalar]));
  return { publicKey, privateKey };
}

/** Whether the two belong together. */
export function isVapidPair({ publicKey, privateKey }: VapidKeys): boolean {
  try {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(privateKey, 'base64url');
    return pair.getPublicKey('base64url') === publicKey;
  } catch {
    return false;
  }
}

/** Push services refuse more than a day. Seconds. */
const lifetime = 12 * 60 * 60;

/** The `authorization` of a push to this endpoint. */
export function authorizePush({ publicKey, privateKey, subject }: Vapid, endpoint: URL): string {
  const expires = Math.floor(Date.now() / 1000) + lifetime;
  const parts = [
    { typ: 'JWT', alg: 'ES256' },
    { aud: endpoint.origin, exp: expires, sub: subject },
  ];
  const claims = parts.map((part) => toBase64(JSON.stringify(part))).join('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [toBase64(point.subarray(1, 33)), toBase64(point.subarray(33))];
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d: privateKey };
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(claims), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${claims}.${toBase64(signature)}, k=${publicKey}`;
}

/** A name for a chat that tells a push service nothing: a later push replaces an earlier one under it. */
export function topicOf({ privateKey }: Vapid, chatId: string): string {
  return createHmac('sha256', privateKey).update(chatId).digest('base64url').slice(0, 32);
}

const toBase64 = (data: string | Buffer) => Buffer.from(data).toString('base64url');
