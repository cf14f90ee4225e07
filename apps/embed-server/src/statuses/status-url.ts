/** A status as its instance's REST API knows it. */
export interface StatusAddress {
  /** Scheme, host and port, as given. */
  readonly origin: string;
  readonly id: string;
  /** The whole address, repaired. */
  readonly url: string;
}

const maxLength = 2048;
const id = '([A-Za-z0-9_-]{1,64})';
const user = '@[^/]+';

// Every path under which an instance or one of its clients shows a status whose id its REST API takes.
const shapes = [
  `/${user}/${id}`,
  `/${user}/(?:statuses|posts)/${id}`,
  `/(?:web|deck)/${user}/${id}`,
  `/(?:web/)?statuses/${id}`,
  `/(?:ap/)?users/[^/]+/statuses/${id}`,
  `/p/[^/]+/${id}`,
  `/(?:notice|notes|objects)/${id}`,
].map((shape) => new RegExp(`^${shape}(?:/(?:embed|favourites|reblogs|activity))?/?$`));

/** Reads a status URL as people paste it; `null` when it cannot be one. */
export function parseStatusUrl(given: string): StatusAddress | null {
  if (given.length > maxLength) return null;
  // Proxies merge the two slashes into one.
  const repaired = given.replace(/^(https?):\/(?!\/)/i, '$1://');
  if (!/^https?:\/\//i.test(repaired) || !URL.canParse(repaired)) return null;
  const { origin, pathname, username, password, href } = new URL(repaired);
  if (username !== '' || password !== '') return null;
  const path = decodePath(pathname);
  for (const shape of shapes) {
    const found = path === null ? null : shape.exec(path)?.[1];
    if (found) return { origin, id: found, url: href };
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
