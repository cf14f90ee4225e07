import { createHash, randomInt } from 'node:crypto';

/** What a key may be for. None contains another. */
export const scopes = ['read', 'write', 'events', 'admin'] as const;

export type Scope = (typeof scopes)[number];

/** A key that the database keeps; its secret is stored nowhere. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  /** After this moment it is refused; null: never. */
  readonly endsAt: Date | null;
  /** To the minute; null: never used. */
  readonly lastUsedAt: Date | null;
}

/** Who presented a valid key. */
export interface Caller {
  /** Differs between callers, and reveals nothing of the key. */
  readonly id: string;
  /** The id of a stored key, or `environment`. */
  readonly key: string;
  readonly scopes: readonly Scope[];
}

// Scanners of source code and logs recognise the prefix, and tell by the checksum what only looks like a key.
const prefix = 'tus_';
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 32;
const checksumLength = 6;
const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength}}[0-9a-f]{${checksumLength}}$`);

/** A new secret with 190 bits of chance: no hash of it can be guessed, so the hash needs neither salt nor slowness. */
export function createSecret(): string {
  const random = Array.from({ length: randomLength }, () => letters[randomInt(letters.length)]);
  const body = prefix + random.join('');
  return body + checksumOf(body);
}

/** Whether this may be the secret of a stored key; what is mistyped, or no key at all, is told without the database. */
export function isSecret(text: string): boolean {
  return (
    shape.test(text) && checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
  );
}

/** What is stored of a secret. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function checksumOf(body: string): string {
  return hashOf(body).slice(0, checksumLength);
}
