import type { AccountStore } from '../people/account-store.port.js';
import type { OpenedSession, Sessions } from '../sessions/sessions.js';
import { ProviderFault } from './auth.errors.js';
import type { Flow, FlowStore } from './flow-store.port.js';
import { linkAccount } from './link-account.js';
import type { AuthorizationHints, Provider, ProviderAnswer } from './provider.port.js';

/** Names that Auth.js clients and pages know. */
export type SignInFailure =
  | 'AccessDenied'
  | 'Configuration'
  | 'OAuthAccountNotLinked'
  | 'OAuthCallbackError'
  | 'OAuthSignin'
  | 'SessionRequired';

export interface Refused {
  readonly failure: SignInFailure;
  /** For the log: a code, never data of the person. */
  readonly reason: string;
}

export interface SignedIn {
  /** Null when an account was linked: the session stays the one there is. */
  readonly session: OpenedSession | null;
  readonly callbackUrl: string;
}

export interface BeginRequest {
  readonly providerId: string;
  readonly browserHash: string;
  readonly callbackUrl: string;
  readonly hints: AuthorizationHints;
  /** Who is signed in and wants a further way to be; null for a plain sign-in. */
  readonly link: { readonly userId: string | null } | null;
}

export interface FinishRequest {
  readonly providerId: string;
  readonly browserHash: string;
  readonly answer: ProviderAnswer;
  readonly previousToken?: string | undefined;
  readonly userAgent?: string | undefined;
  /** Who is signed in now. */
  readonly currentUserId: string | null;
}

export interface SignIn {
  readonly providers: readonly Provider[];
  begin(request: BeginRequest): Promise<{ readonly url: string } | Refused>;
  finish(request: FinishRequest): Promise<SignedIn | Refused>;
}

export interface SignInParts {
  readonly providers: readonly Provider[];
  readonly flows: FlowStore;
  readonly accounts: Pick<AccountStore, 'admit' | 'link'>;
  readonly sessions: Pick<Sessions, 'open'>;
  readonly now?: () => Date;
}

const flowLifetime = 10 * 60 * 1000;

export function createSignIn(parts: SignInParts): SignIn {
  const { providers, flows, now = () => new Date() } = parts;
  const providerOf = (id: string) => providers.find((provider) => provider.id === id);

  return {
    providers,
    async begin({ providerId, browserHash, callbackUrl, hints, link }) {
      const provider = providerOf(providerId);
      if (!provider) return { failure: 'Configuration', reason: 'unknown_provider' };
      if (link?.userId === null) return { failure: 'SessionRequired', reason: 'not_signed_in' };
      return orRefused('OAuthSignin', async () => {
        const { url, ...secrets } = await provider.begin(hints);
        const expiresAt = new Date(now().getTime() + flowLifetime);
        await flows.removeExpired(now());
        await flows.insert({
          ...secrets,
          provider: providerId,
          browserHash,
          callbackUrl,
          linkUserId: link?.userId ?? null,
          expiresAt,
        });
        return { url };
      });
    },
    async finish(request) {
      const { providerId, browserHash, answer } = request;
      const provider = providerOf(providerId);
      if (!provider) return { failure: 'Configuration', reason: 'unknown_provider' };
      const key = { state: answer.state, provider: providerId, browserHash };
      const flow = await flows.take(key, now());
      if (!flow) return { failure: 'OAuthCallbackError', reason: 'no_such_flow' };
      return orRefused('OAuthCallbackError', () => admit(parts, provider, flow, request));
    },
  };
}

async function admit(
  { accounts, sessions }: SignInParts,
  provider: Provider,
  flow: Flow,
  { answer, previousToken, userAgent, currentUserId }: FinishRequest,
): Promise<SignedIn | Refused> {
  const identity = await provider.finish(flow, answer);
  if (identity === 'denied') return { failure: 'AccessDenied', reason: 'denied' };
  const { linkUserId } = flow;
  if (linkUserId !== null) {
    return linkAccount(accounts, { ...flow, linkUserId }, identity, currentUserId);
  }
  const user = await accounts.admit(identity);
  if (user === 'email-taken') return { failure: 'OAuthAccountNotLinked', reason: 'email_taken' };
  const session = await sessions.open(user.id, {
    ...(userAgent !== undefined && { userAgent }),
    ...(previousToken !== undefined && { previousToken }),
  });
  return { session, callbackUrl: flow.callbackUrl };
}

async function orRefused<T>(failure: SignInFailure, run: () => Promise<T>): Promise<T | Refused> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ProviderFault) return { failure, reason: error.reason };
    throw error;
  }
}
