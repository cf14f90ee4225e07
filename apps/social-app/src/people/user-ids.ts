import { createHash } from 'node:crypto';
import { toEmailKey } from './email.js';

const shape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ids are lower-case UUIDs, whose order as text is their order in the database. */
export function isUuid(text: string): boolean {
  return shape.test(text);
}

/** Two different users in the one order that the database keeps: one row per unordered pair. */
export interface UserPair {
  readonly lo: string;
  readonly hi: string;
}

/** Null when the two are no pair: one and the same, or not ids at all. */
export function pairOf(one: string, other: string): UserPair | null {
  if (one === other || !isUuid(one) || !isUuid(other)) return null;
  return one < other ? { lo: one, hi: other } : { lo: other, hi: one };
}

/** Null when `me` is not one of the two. */
export function partnerOf(pair: UserPair, me: string): string | null {
  if (pair.lo === me) return pair.hi;
  return pair.hi === me ? pair.lo : null;
}

/** Of a chat whose person was asked for before. */
export function requirePartner(pair: UserPair, me: string): string {
  const partner = partnerOf(pair, me);
  if (partner === null) throw new Error('a chat is changed by somebody who is not in it');
  return partner;
}

export function toChatId({ lo, hi }: UserPair): string {
  return `${lo}--${hi}`;
}

/** The pair behind `a--b` in either order; null for whatever is not exactly two different ids. */
export function parseChatId(chatId: string): UserPair | null {
  // Two UUIDs and two hyphens: anything longer is not worth splitting.
  if (chatId.length !== 74) return null;
  const [one, other, ...more] = chatId.split('--');
  if (one === undefined || other === undefined || more.length > 0) return null;
  return pairOf(one, other);
}

/**
 * One key for every spelling of the person or chat that a body names. It is hashed: an e-mail address has no place
 * among counts.
 */
export function partnerKey(body: unknown): string {
  const { email, chatId } = body as { email?: string; chatId?: string };
  const pair = parseChatId(chatId ?? '');
  const partner = pair ? toChatId(pair) : toEmailKey(email ?? '');
  return createHash('sha256').update(partner).digest('base64url');
}
