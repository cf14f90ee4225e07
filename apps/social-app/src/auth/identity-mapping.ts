import type { ProviderIdentity } from '../people/account-store.port.js';
import { toDisplayName } from '../people/display-name.js';
import { parseEmail, toEmailKey } from '../people/email.js';

/** `name`, `email`, `email_verified` and `picture` count, each of any type. */
export type ClaimedProfile = Readonly<Record<string, unknown>>;

/** Whose addresses are believed: those that the provider says it has confirmed, all that it gives, or none. */
export type EmailTrust = 'confirmed' | 'all' | 'none';

/**
 * Claims are strangers' text: cut, cleaned, and what does not fit is left out rather than refused.
 *
 * @param sources what the provider said, in the order in which it counts
 */
export function toIdentity(
  account: Pick<ProviderIdentity, 'provider' | 'issuer' | 'subject'>,
  sources: readonly ClaimedProfile[],
  trust: EmailTrust,
): ProviderIdentity {
  const first = (name: string) => sources.find((source) => source[name] !== undefined)?.[name];
  const name = first('name');
  const { email, confirmed } = chooseEmail(sources);
  const trusted = trust === 'all' || (trust === 'confirmed' && confirmed);
  return {
    ...account,
    name: typeof name === 'string' ? toDisplayName(name) : null,
    email,
    image: readImage(first('picture')),
    emailKey: email !== null && trusted ? toEmailKey(email) : null,
  };
}

/**
 * Address and flag of one source: the flag of one says nothing about the address of another. A source that confirms its
 * address goes before one that does not.
 */
function chooseEmail(sources: readonly ClaimedProfile[]) {
  const found = sources.map((source) => ({
    email: readEmail(source['email']),
    confirmed: isConfirmed(source['email_verified']),
  }));
  const given = found.filter(({ email }) => email !== null);
  return given.find(({ confirmed }) => confirmed) ?? given[0] ?? { email: null, confirmed: false };
}

/** A boolean in OpenID Connect Core 1.0 §5.1; Sign in with Apple and the userinfo of Amazon Cognito send a string. */
function isConfirmed(value: unknown): boolean {
  return value === true || value === 'true';
}

/** As the provider spells it, when it is an address at all. */
function readEmail(value: unknown): string | null {
  return typeof value === 'string' && parseEmail(value) !== null ? value.trim() : null;
}

function readImage(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2048 || !URL.canParse(value)) return null;
  const url = new URL(value);
  return /^https?:$/.test(url.protocol) ? url.href : null;
}
