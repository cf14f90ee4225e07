import { isUuid } from './uuid.js';

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
