import type { ProviderIdentity } from '../people/account-store.port.js';
import { toDisplayName } from '../people/display-name-mapping.js';
import { parseEmail, toEmailKey } from '../people/email.js';

export interface ClaimedProfile {
  readonly name?: unknown;
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly picture?: unknown;
}

/** Claims are strangers' text: cut, cleaned, and what does not fit is left out rather than refused. */
export function toIdentity(
  account: Pick<ProviderIdentity, 'provider' | 'issuer' | 'subject'>,
  profile: ClaimedProfile,
): ProviderIdentity {
  const email = readEmail(profile.email);
  return {
    ...account,
    name: typeof profile.name === 'string' ? toDisplayName(profile.name) : null,
    email,
    image: readImage(profile.picture),
    // Only the boolean counts; a provider that says "true" has not read the specification.
    emailKey: email !== null && profile.email_verified === true ? toEmailKey(email) : null,
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
