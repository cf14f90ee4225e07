import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a browser, in base64url. */
export interface BrowserKeys {
  /** An uncompressed point of P-256. */
  readonly p256dh: string;
  /** 16 random bytes that the push service does not know. */
  readonly auth: string;
}

/** Of the text and what fills it up: the size of a push tells nothing about what was written. */
const contentBytes = 3_072;
/** Of the one record; more than it has. */
const recordBytes = 4_096;

/**
 * The body of a push, which its browser alone can read (RFC 8291, with the content coding `aes128gcm` of RFC 8188).
 * Throws when the keys are none, and for a text that is too long.
 *
 * @param text up to 3071 bytes
 */
export function encryptPush(text: Buffer, { p256dh, auth }: BrowserKeys): Buffer {
  if (text.length >= contentBytes) throw new Error('too much for a push');
  const theirKey = Buffer.from(p256dh, 'base64url');
  const own = createECDH('prime256v1');
  const ownKey = own.generateKeys();
  const salt = randomBytes(16);
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), theirKey, ownKey]);
  const shared = own.computeSecret(theirKey);
  const secret = derive(shared, Buffer.from(auth, 'base64url'), about, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const content = Buffer.alloc(contentBytes);
  text.copy(content);
  // The text of the last record ends with a 2, after which there are zeros.
  content[text.length] = 2;
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const encrypted = Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(recordBytes);
  header.writeUInt8(ownKey.length, 4);
  return Buffer.concat([salt, header, ownKey, encrypted]);
}

function derive(secret: Buffer, salt: Buffer, about: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, about, bytes));
}

/** Whether a push can be encrypted for these. */
export function areKeys(keys: BrowserKeys): boolean {
  try {
    encryptPush(Buffer.alloc(0), keys);
    return true;
  } catch {
    return false;
  }
}
