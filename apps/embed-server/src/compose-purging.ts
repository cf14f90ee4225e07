import { listOf } from '@triptych/service-host';
import { keysBeside } from './compose-keys.js';
import type { Config } from './config.js';
import type { DescribeEmbed } from './oembed/oembed.js';
import { createErase } from './purge/erase.js';
import { createPurge, type EraseSnapshots } from './purge/purge.js';
import { createKeyCheck } from './purge/purge-keys.js';

interface PurgingParts {
  readonly describeEmbed: DescribeEmbed;
  /** The post of a thread alone. */
  readonly describePost: DescribeEmbed;
  readonly forget: (key: string) => Promise<void>;
  /** The keys of an item and of all that was read with it, in the order in which they are to be forgotten. */
  readonly withParts: (key: string) => Promise<readonly string[]>;
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
    for (const each of await cache.withParts(key)) await cache.forget(each);
  };
  const parts = { keysBeside, forget };
  return {
    isKey: createKeyCheck(keys),
    purge: createPurge({ ...parts, describe: copyOf(describeEmbed), eraseSnapshots }),
    /** `null`: there is nothing to erase. */
    erase:
      eraseSnapshots && createErase({ ...parts, describe: copyOf(describePost), eraseSnapshots }),
  };
}
