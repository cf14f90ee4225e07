// The words that are searched for, beside the address: a browser keeps addresses, and shows them to whoever uses it next. What stands beside
// one can be read by this page alone, which shows it to the person who has searched.

interface SoughtWords {
  readonly of: string;
  readonly q: string;
}

export const toWords = (q: string, me: string): SoughtWords => ({ of: me, q });

/** Null where there are none, or another person's. */
export function wordsIn(state: unknown, me: string): string | null {
  const { of, q } = (state ?? {}) as Partial<SoughtWords>;
  return of === me && typeof q === 'string' ? q : null;
}
