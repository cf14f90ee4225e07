// What is served of a page stands behind its URL in one path segment: `/media/https%3A%2F%2Fhost%2F1.amp`. People write the
// URL as it is, and proxies merge its two slashes; such a path is read from its end.

import { endsWithAddress, wholeAddress } from '../http/whole-address.js';

const resourcePattern = /(?:\.amp|\.html|\/thumbnail)$/;

/** The request URL with the page's URL in one segment, as the routes have it; any other URL as it is. */
export function encodeMediaPath(url: string): string {
  // Each request of the server comes by here.
  if (!url.startsWith('/media/')) return url;
  const [, path = '', query = ''] = /^\/media\/([^?]*)(\?.*)?$/.exec(url) ?? [];
  const isWhole = endsWithAddress(path);
  if (!isWhole && !parseMediaPath(path).page.includes('/')) return url;
  try {
    if (isWhole) return `/media/${wholeAddress(path)}${query}`;
    const { page, resource } = parseMediaPath(decodeURIComponent(path));
    return `/media/${encodeURIComponent(page)}${resource}${query}`;
  } catch {
    // The router refuses what cannot be decoded.
    return url;
  }
}

/** Reads what follows `/media/`; `resource` is empty for its JSON. */
export function parseMediaPath(path: string): { readonly page: string; readonly resource: string } {
  const resource = resourcePattern.exec(path)?.[0] ?? '';
  return { page: path.slice(0, path.length - resource.length), resource };
}
