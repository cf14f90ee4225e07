import { statusShapes, type StatusApi } from './status-shapes.js';

/** A status as its instance knows it. */
export interface StatusAddress {
  /** Scheme, host and port, as given. */
  readonly origin: string;
  /** What REST APIs call it; empty where the address holds no such name. */
  readonly id: string;
  /** Its page, without what the web app added: there ActivityPub is asked for. */
  readonly page: string;
  /** Whom to ask, in this order. */
  readonly apis: readonly StatusApi[];
  /** The whole address, repaired. */
  readonly url: string;
}

const maxLength = 2048;
const suffix = /\/(?:embed|favourites|reblogs|quotes|history|activity)\/?$/;

/** Reads a status URL as people paste it; `null` when it cannot be one. */
export function parseStatusUrl(given: string): StatusAddress | null {
  if (given.length > maxLength) return null;
  // Proxies merge the two slashes into one.
  const repaired = given.replace(/^(https?):\/(?!\/)/i, '$1://');
  if (!/^https?:\/\//i.test(repaired) || !URL.canParse(repaired)) return null;
  const url = new URL(repaired);
  if (url.username !== '' || url.password !== '') return null;
  return readShape(url);
}

function readShape(url: URL): StatusAddress | null {
  const { origin, href, search } = url;
  // The web app's own paths lead to no page of the status.
  const pathname = url.pathname.replace(suffix, '').replace(/^\/(?:web|deck)(?=\/@|\/%40)/i, '');
  const path = decodePath(pathname);
  if (path === null) return null;
  for (const { pattern, apis, withQuery } of statusShapes) {
    const found = pattern.exec(withQuery ? path + search : path);
    if (found === null) continue;
    const page = withQuery ? pathname + search : pathname.replace(/\/$/, '');
    return { origin, id: found[1] ?? '', page: origin + page, apis, url: href };
  }
  return null;
}

function decodePath(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}
