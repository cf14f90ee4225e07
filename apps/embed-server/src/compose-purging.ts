import { listOf } from '@triptych/service-host';
import type { CachedBody } from './cache/cache-store.port.js';
import { keysBeside, namesOf } from './compose-keys.js';
import type { PictureUrlsOf } from './compose-pictures.js';
import type { Config } from './config.js';
import type { DescribeEmbed } from './oembed/oembed.js';
import { createErase } from './purge/erase.js';
import { createPurge, type EraseSnapshots } from './purge/purge.js';
import { createKeyCheck } from './purge/purge-keys.js';

interface PurgingParts {
  readonly describeEmbed: DescribeEmbed;
  /** The post of a thread alone. */
  readonly describePost: DescribeEmbed;
  readonly forget: (key: string) => Promise<boolean>;
  /** The keys of an item and of all that was read with it, in the order in which they are to be forgotten. */
  readonly withParts: (key: string) => Promise<readonly string[]>;
  readonly copyOf: (key: string) => Promise<CachedBody | null>;
  readonly holdersOf: (key: string) => Promise<readonly string[]>;
  readonly pictureUrlsOf: PictureUrlsOf;
  /** `null`: there are no snapshots. */
  readonly eraseSnapshots: EraseSnapshots | null;
}

/** `null`: nobody may purge. */
export function composePurging(
  config: Config,
  { describeEmbed, describePost, eraseSnapshots, ...cache }: PurgingParts,
) {
  const keys = listOf(config.PURGE_KEYS ?? '');
  if (keys.length === 0) return null;
  const unlimited = { width: Infinity, height: Infinity };
  const copyOf = (describe: DescribeEmbed) => async (url: string) =>
    (await describe(url, unlimited, {})).copy;
  const forget = async (key: string) => {
    const pictures = cache.pictureUrlsOf(key, await cache.copyOf(key)).map((url) => `image:${url}`);
    let isKnownToAll = true;
    for (const each of [...pictures, ...(await cache.withParts(key))])
      isKnownToAll = (await cache.forget(each)) && isKnownToAll;
    return isKnownToAll;
  };
  const keysAround = async (key: string, copy: CachedBody | null) => {
    const found = [key, ...namesOf(key, copy)].map(cache.holdersOf);
    return (await Promise.all(found)).flat();
  };
  const parts = { keysBeside, keysAround, forget };
  return {
    isKey: createKeyCheck(keys),
    purge: createPurge({ ...parts, describe: copyOf(describeEmbed), eraseSnapshots }),
    /** `null`: there is nothing to erase. */
    erase:
      eraseSnapshots && createErase({ ...parts, describe: copyOf(describePost), eraseSnapshots }),
  };
}
