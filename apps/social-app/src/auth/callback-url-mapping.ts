/**
 * Where to go after signing in or out: a path or URL of this origin, else the origin itself.
 * Applied to every source (body, query, cookie, database) each time it is read.
 */
export function toCallbackUrl(wish: unknown, origin: string): string {
  if (typeof wish !== 'string' || wish === origin) return origin;
  // A leading slash is a path even when browsers would read `//host` or `/\host` as another site.
  const url = parse(wish.startsWith('/') ? origin + wish : wish);
  // `blob:` URLs have an origin too, and userinfo makes a link look like another site's.
  const ours = url?.origin === origin && /^https?:$/.test(url.protocol) && !url.username;
  return url && ours && !url.password ? url.href : origin;
}

function parse(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
