import type { ProviderIdentity } from '../people/account-store.port.js';

/** What must survive the trip to the provider; kept in the database, one row per tab. */
export interface FlowSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** The query of the callback, as it came. */
export interface AuthorizationResponse {
  readonly state: string;
  readonly code?: string | undefined;
  readonly iss?: string | undefined;
  readonly error?: string | undefined;
}

/** What a client may add to the authorization request; everything else is decided here. */
export interface AuthorizationHints {
  readonly prompt?: string | undefined;
  readonly login_hint?: string | undefined;
  readonly ui_locales?: string | undefined;
}

export interface Provider {
  readonly id: string;
  readonly name: string;
  readonly type: 'oidc' | 'oauth';
  /** Where the browser may be sent; pages name it in their policy. */
  readonly origin: string;
  /** Throws ProviderFault when the provider cannot be reached. */
  begin(hints: AuthorizationHints): Promise<FlowSecrets & { readonly url: string }>;
  /** 'denied' when the person said no; throws ProviderFault for a response that proves nothing. */
  finish(flow: FlowSecrets, response: AuthorizationResponse): Promise<ProviderIdentity | 'denied'>;
}

export interface CodeFlowSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly scope: readonly string[];
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  /** How the client's secret is sent. */
  readonly tokenAuth: 'header' | 'body';
}

/** What the token endpoint returned. */
export type TokenReply = Readonly<Record<string, unknown>> & { readonly access_token: string };

export interface CodeFlow {
  begin(): Promise<{ readonly url: URL; readonly state: string; readonly codeVerifier: string }>;
  /** Throws ProviderFault when the provider does not take the code. */
  exchange(
    flow: { readonly state: string; readonly codeVerifier: string },
    code: string,
  ): Promise<TokenReply>;
}

/** One GET at a provider, in the shape that oauth4webapi takes as its fetch. */
export type ProviderFetch = (
  url: string,
  options: { readonly headers: Readonly<Record<string, string>> },
) => Promise<Response>;

/** What every provider is made of. */
export interface ProviderParts {
  readonly fetch: ProviderFetch;
  readonly createCodeFlow: (settings: CodeFlowSettings) => Promise<CodeFlow>;
}

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface ProviderSettings {
  readonly oidc?: (ClientCredentials & { readonly issuer: string; readonly name: string }) | null;
  readonly google?: ClientCredentials | null;
  readonly github?: ClientCredentials | null;
}
