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
  /** `null`: there are no snapshots. */
  readonly eraseSnapshots: EraseSnapshots | null;
}

/** `null`: nobody may purge. */
export function composePurging(
  config: Config,
  { describeEmbed, describePost, forget, eraseSnapshots }: PurgingParts,
) {
  const keys = listOf(config.PURGE_KEYS ?? '');
  if (keys.length === 0) return null;
  const unlimited = { width: Infinity, height: Infinity };
  const copyOf = (describe: DescribeEmbed) => async (url: string) =>
    (await describe(url, unlimited, {})).copy;
  const parts = { keysBeside, forget };
  return {
    isKey: createKeyCheck(keys),
    purge: createPurge({ ...parts, describe: copyOf(describeEmbed), eraseSnapshots }),
    /** `null`: there is nothing to erase. */
    erase:
      eraseSnapshots && createErase({ ...parts, describe: copyOf(describePost), eraseSnapshots }),
  };
}
