import {
  AuthorizationResponseError,
  OperationProcessingError,
  UnsupportedOperationError,
  validateAuthResponse,
  WWWAuthenticateChallengeError,
  type AuthorizationServer,
  type IDToken,
} from 'oauth4webapi';
import { ProviderFault, type FaultReason } from './auth.errors.js';
import type { AuthorizationResponse } from './provider.port.js';

/**
 * The code of the callback; null when the person said no. State and issuer (RFC 9207) are checked first, for errors as
 * well as for codes.
 */
export function readCode(
  server: AuthorizationServer,
  client: { readonly client_id: string },
  state: string,
  response: AuthorizationResponse,
): string | null {
  const sent = Object.entries(response).filter(([, value]) => value !== undefined);
  const parameters = new URLSearchParams(sent);
  try {
    const code = validateAuthResponse(server, client, parameters, state).get('code');
    if (!code) throw new ProviderFault('code_missing');
    return code;
  } catch (error) {
    if (!(error instanceof AuthorizationResponseError)) throw error;
    if (error.error === 'access_denied') return null;
    throw new ProviderFault('provider_error');
  }
}

/** Turns what oauth4webapi refuses into a fault of the provider; anything else is an error of this service. */
export async function orFault<T>(nonce: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isRefusal =
      error instanceof OperationProcessingError ||
      error instanceof UnsupportedOperationError ||
      error instanceof WWWAuthenticateChallengeError;
    // Without the cause: it holds the claims of a person.
    throw isRefusal ? new ProviderFault(reasonOf(error.cause, nonce)) : error;
  }
}

/** The cause names what was looked at: the callback's parameters, a response, the id_token's claims. */
function reasonOf(cause: unknown, nonce: string): FaultReason {
  if (cause instanceof Response) return 'provider_unreachable';
  const { parameters, body, claims, claim, expected } = Object(cause) as {
    parameters?: URLSearchParams;
    body?: object;
    claims?: Partial<IDToken>;
    claim?: string;
    expected?: unknown;
  };
  if (parameters) return 'issuer_mismatch';
  if (body) return 'subject_mismatch';
  if (claims && claims.nonce !== nonce) return 'nonce_mismatch';
  // Without `expected` it is one of several audiences that is not trusted.
  const isForeign = claim === 'azp' || (claim === 'aud' && expected === undefined);
  return isForeign ? 'audience_mismatch' : 'id_token_invalid';
}
