import type { ProviderIdentity } from '../people/account-store.port.js';
import { toDisplayName } from '../people/display-name.js';
import { parseEmail, toEmailKey } from '../people/email.js';

/** `name`, `email`, `email_verified` and `picture` count, each of any type. */
export type ClaimedProfile = Readonly<Record<string, unknown>>;

/** Claims are strangers' text: cut, cleaned, and what does not fit is left out rather than refused. */
export function toIdentity(
  account: Pick<ProviderIdentity, 'provider' | 'issuer' | 'subject'>,
  { name, picture, email: claimed, email_verified: verified }: ClaimedProfile,
): ProviderIdentity {
  const email = readEmail(claimed);
  return {
    ...account,
    name: typeof name === 'string' ? toDisplayName(name) : null,
    email,
    image: readImage(picture),
    // Only the boolean counts; a provider that says "true" has not read the specification.
    emailKey: email !== null && verified === true ? toEmailKey(email) : null,
  };
}

/** As the provider spells it, when it is an address at all. */
function readEmail(value: unknown): string | null {
  return typeof value === 'string' && parseEmail(value) !== null ? value.trim() : null;
}

function readImage(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2048 || !URL.canParse(value)) return null;
  const url = new URL(value);
  return url.protocol === 'https:' ? url.href : null;
}
