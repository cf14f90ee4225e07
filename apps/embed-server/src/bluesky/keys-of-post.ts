import type { CachedBody } from '../cache/cache-store.port.js';
import { fields } from '../outbound/untrusted.js';
import { parsePostAddress } from './post-address.js';

/** The keys of a post by each name of its author that its key or `copy` tells. */
export function keysOfPost(key: string, copy: CachedBody | null): readonly string[] {
  const name = /^bluesky:([^/]+)\/(.+)$/.exec(key);
  if (name === null) return [];
  const [, actor = '', rkey = ''] = name;
  const actors = new Set([actor, ...authorNames(copy)]);
  return [...actors].map((each) => `bluesky:${each}/${rkey}`);
}

function authorNames(copy: CachedBody | null): string[] {
  if (copy === null) return [];
  const { did, handle } = fields(fields(JSON.parse(copy.body.toString()))['author']);
  const names = [did, handle].filter((name) => typeof name === 'string');
  return names.flatMap((name) => parsePostAddress(`${name}/a`)?.actor ?? []);
}
