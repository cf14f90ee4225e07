/** Names and flags as Auth.js has them, so that its clients and proxies know the cookie. */
export interface SessionCookie {
  readonly name: string;
  readonly options: {
    readonly httpOnly: true;
    readonly sameSite: 'lax';
    readonly path: '/';
    readonly secure: boolean;
  };
}

/** `publicUrl` decides, never the request: a header must not be able to strip `Secure`. */
export function sessionCookie(publicUrl: string): SessionCookie {
  const secure = new URL(publicUrl).protocol === 'https:';
  return {
    name: `${secure ? '__Secure-' : ''}authjs.session-token`,
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure },
  };
}
