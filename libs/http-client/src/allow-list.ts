/** Tells whether a host and port are exempt from the guard. Takes the URL's own spelling of the host. */
export type IsAllowed = (hostname: string, port: string) => boolean;

/** `host` covers every port, `host:port` one. An IPv6 address stands in brackets, as in a URL. */
export function parseAllowList(entries: readonly string[] = []): IsAllowed {
  const allowed = new Set(entries.map((entry) => entry.trim().toLowerCase()).filter(Boolean));
  return (hostname, port) => allowed.has(hostname) || allowed.has(`${hostname}:${port}`);
}

/** The port that a connection will really use. */
export function effectivePort(url: URL): string {
  return url.port || (url.protocol === 'http:' ? '80' : '443');
}
