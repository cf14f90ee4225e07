// What is served of a status stands behind its URL in one path segment: `/mastodon/https%3A%2F%2Fhost%2F@user%2F1.amp`;
// posts on Bluesky do as well.
// People write the URL as it is, and proxies merge its two slashes; such a path is read from its end.

import { endsWithAddress, wholeAddress } from '../http/whole-address.js';

const resourcePattern =
  /(?:\.amp|\.html|(?:\/quoted)?\/(?:profile-image|link-image|images\/[^/]*|emojis\/[^/]+))$/;

export interface StatusPath {
  readonly statusUrl: string;
  /** What is asked of the status, as its path below `/mastodon/:statusUrl`; empty for its JSON. */
  readonly resource: string;
}

/** Reads what follows `/mastodon/`. */
export function parseStatusPath(path: string): StatusPath {
  const whole = path.replace(/\/$/, '');
  const resource = resourcePattern.exec(whole)?.[0] ?? '';
  return { statusUrl: whole.slice(0, whole.length - resource.length), resource };
}

/** The request URL with the status URL in one segment, as the routes have it; any other URL as it is. */
export function encodeStatusPath(url: string): string {
  // Each request of the server comes by here.
  if (!url.startsWith('/mastodon/') && !url.startsWith('/bluesky/')) return url;
  const [, root, path, query = ''] = /^\/(mastodon|bluesky)\/([^?]*)(\?.*)?$/.exec(url) ?? [];
  if (root === undefined || path === undefined) return url;
  const isWhole = endsWithAddress(path);
  if (!isWhole && !parseStatusPath(path).statusUrl.includes('/')) return url;
  try {
    if (isWhole) return `/${root}/${wholeAddress(path)}${query}`;
    const { statusUrl, resource } = parseStatusPath(decodeURIComponent(path));
    const below = resource.split('/').map(encodeURIComponent).join('/');
    return `/${root}/${encodeURIComponent(statusUrl)}${below}${query}`;
  } catch {
    // The router refuses what cannot be decoded.
    return url;
  }
}
