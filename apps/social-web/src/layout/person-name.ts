import type { Words } from '../words/en.js';

export interface NamedPerson {
  readonly name: string | null;
  readonly email: string | null;
}

/** Providers need not tell a name, and an erased account has none. */
export function personName(person: NamedPerson | null | undefined, words: Words): string {
  return person?.name ?? person?.email ?? words.somebody;
}
