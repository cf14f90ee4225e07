import type { AccountStore, ProviderIdentity } from '../people/account-store.port.js';
import type { Flow } from './flow-store.port.js';
import type { Refused, SignedIn } from './sign-in.js';

/**
 * A further way to sign in, for whoever asked for it while signed in and still is. A sign-in that did not ask is never
 * turned into a link: on a shared computer it would open one person's account to the next.
 */
export async function linkAccount(
  accounts: Pick<AccountStore, 'link'>,
  flow: Flow & { readonly linkUserId: string },
  identity: ProviderIdentity,
  currentUserId: string | null,
): Promise<SignedIn | Refused> {
  if (currentUserId !== flow.linkUserId) {
    return { failure: 'SessionRequired', reason: 'session_changed' };
  }
  const linked = await accounts.link(flow.linkUserId, identity);
  if (linked === 'taken') return { failure: 'OAuthAccountNotLinked', reason: 'account_taken' };
  if (!linked) return { failure: 'SessionRequired', reason: 'user_gone' };
  return { session: null, callbackUrl: flow.callbackUrl };
}
