import { createHash, randomBytes } from 'node:crypto';

/** What a mail brings, and what of it is stored. */
export interface FreshLink {
  readonly secret: string;
  readonly hash: string;
}

export function createLink(): FreshLink {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashOfLink(secret) };
}

/** Secrets are random, so a hash without a salt tells nothing of them. */
export function hashOfLink(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether it can be the secret of a link at all; others need no look at the database. */
export function isLinkSecret(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}
