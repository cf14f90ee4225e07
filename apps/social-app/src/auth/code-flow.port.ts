export interface CodeFlowSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly scope: readonly string[];
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly tokenAuth: 'header' | 'body';
}

export interface Tokens {
  readonly accessToken: string;
  readonly idToken: string | null;
}

/** OAuth 2 authorization code with PKCE (RFC 6749 §4.1, RFC 7636) at one pair of endpoints. */
export interface CodeFlow {
  begin(): Promise<{ readonly url: URL; readonly state: string; readonly codeVerifier: string }>;
  /** Throws ProviderFault when the provider does not take the code. */
  exchange(
    flow: { readonly state: string; readonly codeVerifier: string },
    answer: { readonly state: string; readonly code: string },
  ): Promise<Tokens>;
}

export type CreateCodeFlow = (settings: CodeFlowSettings) => Promise<CodeFlow>;
