/** Whether scripts of an origin may read answers. */
export type IsValidOrigin = (origin: string) => boolean;

/** `*` in the list lets everyone in; the server's own pages always may. */
export function createOriginCheck(valid: readonly string[], publicUrl: string): IsValidOrigin {
  const origins = new Set([...valid.map(withoutSlash), new URL(publicUrl).origin]);
  return origins.has('*') ? () => true : (origin) => origins.has(origin);
}

function withoutSlash(origin: string): string {
  return origin.replace(/\/+$/, '');
}
