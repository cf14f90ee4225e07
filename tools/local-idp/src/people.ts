/** Someone who signed in at the local provider. `sub` depends on the name alone, so it survives restarts. */
export interface Person {
  readonly sub: string;
  readonly name: string;
}

const longestName = 40;

/**
 * The person behind a typed name, or null when nothing in it may be part of an e-mail address.
 *
 * Case, accents and punctuation do not make another person: `Zoë` and `zoe` are one.
 */
export function personNamed(typed: string): Person | null {
  const name = typed.replace(/@.*$/s, '').trim().slice(0, longestName);
  const sub = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return sub === '' ? null : { sub, name };
}

/**
 * The names typed since the start; a subject of an earlier run gets a name made from itself.
 *
 * @param pictures the address before the subject; null: people have no pictures
 */
export function createPeople(pictures: string | null) {
  const names = new Map<string, string>();
  return {
    remember: ({ sub, name }: Person) => void names.set(sub, name),
    /** The claims of a person: an address under `example.test`, which no mail server can have. */
    claimsOf: (sub: string) => ({
      sub,
      name: names.get(sub) ?? sub,
      email: `${sub}@example.test`,
      email_verified: true,
      ...(pictures !== null && { picture: pictures + sub }),
    }),
  };
}

export type People = ReturnType<typeof createPeople>;
