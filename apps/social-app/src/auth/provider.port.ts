import type { ProviderIdentity } from '../people/account-store.port.js';

/** What must survive the trip to the provider; kept in the database, one row per tab. */
export interface FlowSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

type Given<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>;

/** The query of the callback, as it came. */
export type AuthorizationResponse = { readonly state: string } & Given<'code' | 'iss' | 'error'>;

/** What a client may add to the authorization request; everything else is decided here. */
export type AuthorizationHints = Given<'prompt' | 'login_hint' | 'ui_locales'>;

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
  begin(): Promise<{ readonly url: URL } & Omit<FlowSecrets, 'nonce'>>;
  /** Throws ProviderFault when the provider does not take the code. */
  exchange(flow: Omit<FlowSecrets, 'nonce'>, code: string): Promise<TokenReply>;
}

/** One request to a provider, in the shape that oauth4webapi takes as its fetch. */
export type ProviderFetch = (
  url: string,
  options: {
    readonly method?: 'GET' | 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: URLSearchParams;
  },
) => Promise<Response>;

/** What every provider is made of. */
export interface ProviderParts {
  readonly fetch: ProviderFetch;
  readonly createCodeFlow: (settings: CodeFlowSettings) => Promise<CodeFlow>;
}
