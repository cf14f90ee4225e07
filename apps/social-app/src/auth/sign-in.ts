import type { AccountStore, ProviderIdentity } from '../people/account-store.port.js';
import { Unauthenticated } from '../sessions/sessions.errors.js';
import type { OpenedSession, Sessions } from '../sessions/sessions.js';
import { ProviderFault } from './auth.errors.js';
import type {
  AuthorizationHints,
  AuthorizationResponse,
  FlowSecrets,
  Provider,
} from './provider.port.js';

export interface Flow extends FlowSecrets {
  readonly provider: string;
  readonly browserHash: string;
  readonly callbackUrl: string;
  /** Set when the sign-in is to be linked to this user, who asked for it. */
  readonly linkUserId: string | null;
  readonly expiresAt: Date;
}

export interface FlowStore {
  insert(flow: Flow): Promise<void>;
  /** Takes the flow out: of any number of calls one gets it. Null when any part of the key differs or at its end. */
  take(key: Pick<Flow, 'state' | 'provider' | 'browserHash'>, now: Date): Promise<Flow | null>;
  removeExpired(now: Date): Promise<void>;
}

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

export interface BeginRequest extends Pick<Flow, 'provider' | 'browserHash' | 'callbackUrl'> {
  readonly hints: AuthorizationHints;
  /** Who is signed in and wants a further way to be; null for a plain sign-in. */
  readonly link: { readonly userId: string | null } | null;
}

export interface FinishRequest extends Pick<Flow, 'provider' | 'browserHash'> {
  readonly response: AuthorizationResponse;
  readonly previousToken: string | undefined;
  readonly userAgent: string | undefined;
  /** Who is signed in now. */
  readonly currentUserId: string | null;
}

export type SignIn = ReturnType<typeof createSignIn>;

export interface SignInParts {
  readonly providers: readonly Provider[];
  readonly flows: FlowStore;
  readonly accounts: Pick<AccountStore, 'admit' | 'link'>;
  readonly sessions: Pick<Sessions, 'open'>;
  readonly onSignedIn?: (userId: string) => void;
  readonly now?: () => Date;
}

const flowLifetime = 10 * 60 * 1000;

export function createSignIn(parts: SignInParts) {
  const { providers, flows, now = () => new Date() } = parts;
  const providerOf = (id: string) => providers.find((provider) => provider.id === id);

  return {
    providers,
    async begin({ hints, link, ...asked }: BeginRequest): Promise<{ url: string } | Refused> {
      const provider = providerOf(asked.provider);
      if (!provider) return { failure: 'Configuration', reason: 'unknown_provider' };
      if (link?.userId === null) return { failure: 'SessionRequired', reason: 'not_signed_in' };
      return orRefused('OAuthSignin', async () => {
        const { url, ...secrets } = await provider.begin(hints);
        const expiresAt = new Date(now().getTime() + flowLifetime);
        await flows.removeExpired(now());
        const linkUserId = link?.userId ?? null;
        await flows.insert({ ...secrets, ...asked, linkUserId, expiresAt });
        return { url };
      });
    },
    async finish(request: FinishRequest): Promise<SignedIn | Refused> {
      const provider = providerOf(request.provider);
      if (!provider) return { failure: 'Configuration', reason: 'unknown_provider' };
      const flow = await flows.take({ ...request, state: request.response.state }, now());
      if (!flow) return { failure: 'OAuthCallbackError', reason: 'no_such_flow' };
      return orRefused('OAuthCallbackError', () => admit(parts, provider, flow, request));
    },
  };
}

async function admit(
  parts: SignInParts,
  provider: Provider,
  flow: Flow,
  request: FinishRequest,
): Promise<SignedIn | Refused> {
  const { response, currentUserId } = request;
  const identity = await provider.finish(flow, response);
  if (identity === 'denied') return { failure: 'AccessDenied', reason: 'denied' };
  if (flow.linkUserId !== null) return linkAccount(parts.accounts, flow, identity, currentUserId);
  const session = await openSession(parts, identity, request);
  if (session === null) return { failure: 'OAuthAccountNotLinked', reason: 'email_taken' };
  parts.onSignedIn?.(session.userId);
  return { session, callbackUrl: flow.callbackUrl };
}

/** Null: the address is another user's. Whoever erases the account at this moment comes back as a newcomer. */
async function openSession(
  { accounts, sessions }: Pick<SignInParts, 'accounts' | 'sessions'>,
  identity: ProviderIdentity,
  from: Pick<FinishRequest, 'previousToken' | 'userAgent'>,
  isSecond = false,
): Promise<OpenedSession | null> {
  const user = await accounts.admit(identity);
  if (user === 'email-taken') return null;
  try {
    return await sessions.open(user.id, from);
  } catch (error) {
    if (isSecond || !(error instanceof Unauthenticated)) throw error;
    return openSession({ accounts, sessions }, identity, from, true);
  }
}

/**
 * Adds a way to sign in, for whoever asked for it while signed in and still is. A sign-in that did not ask is never
 * turned into a link: on a shared computer it would open one person's account to the next.
 */
async function linkAccount(
  accounts: Pick<AccountStore, 'link'>,
  { linkUserId, callbackUrl }: Flow,
  identity: ProviderIdentity,
  currentUserId: string | null,
): Promise<SignedIn | Refused> {
  if (currentUserId === null || currentUserId !== linkUserId) {
    return { failure: 'SessionRequired', reason: 'session_changed' };
  }
  const linked = await accounts.link(currentUserId, identity);
  if (linked === 'taken') return { failure: 'OAuthAccountNotLinked', reason: 'account_taken' };
  if (!linked) return { failure: 'SessionRequired', reason: 'user_gone' };
  return { session: null, callbackUrl };
}

async function orRefused<T>(failure: SignInFailure, run: () => Promise<T>): Promise<T | Refused> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ProviderFault) return { failure, reason: error.reason };
    throw error;
  }
}
