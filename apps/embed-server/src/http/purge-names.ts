import { createHash } from 'node:crypto';
import type { CacheEvent } from './cache-status.js';

type Named = Pick<CacheEvent, 'kind' | 'key'>;

/** More than any reply is made of; the header stays below a kilobyte. */
const most = 24;

/**
 * A name under which caches in front can forget what was made of an item. It is made of the item's key, so all replicas
 * call it the same, and holds nothing of an address: ASCII letters, digits, `-` and `_` alone.
 */
export function purgeName({ kind, key }: Named): string {
  return `${kind}-${createHash('sha256').update(key).digest('base64url').slice(0, 16)}`;
}

/** Each name once, in the order of the look-ups. */
export function purgeNames(events: readonly Named[]): string[] {
  return [...new Set(events.map(purgeName))].slice(0, most);
}

/** As Fastly and Varnish read names (`Surrogate-Key`, spaces between), and as Cloudflare does (`Cache-Tag`, commas). */
export function purgeHeaders(events: readonly Named[]): Readonly<Record<string, string>> {
  const names = purgeNames(events);
  return { 'surrogate-key': names.join(' '), 'cache-tag': names.join(',') };
}
