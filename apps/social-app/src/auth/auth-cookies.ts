import type { SessionCookie } from '../sessions/session-cookie.js';

export interface EncodedCookie extends SessionCookie {
  readonly options: SessionCookie['options'] & { readonly encode: (value: string) => string };
}

export interface AuthCookies {
  readonly csrf: EncodedCookie;
  readonly callbackUrl: EncodedCookie;
}

/** Beside the session cookie, with the names of Auth.js. A `__Host-` name keeps sibling hosts from planting one. */
export function authCookies({ options }: SessionCookie): AuthCookies {
  const { secure } = options;
  // The values hold `|`, `:` and `/`, which Auth.js sends percent-encoded.
  const encoded = { ...options, encode: encodeURIComponent };
  return {
    csrf: { name: `${secure ? '__Host-' : ''}authjs.csrf-token`, options: encoded },
    callbackUrl: { name: `${secure ? '__Secure-' : ''}authjs.callback-url`, options: encoded },
  };
}
