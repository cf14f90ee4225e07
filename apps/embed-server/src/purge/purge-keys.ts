import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a key is one of those. */
export type IsPurgeKey = (presented: string) => boolean;

export function createKeyCheck(keys: readonly string[]): IsPurgeKey {
  const digests = keys.map(digest);
  return (presented) => {
    const digested = digest(presented);
    // All are compared, as digests of one length, so that the time does not reveal how close a guess was.
    return digests.filter((each) => timingSafeEqual(each, digested)).length > 0;
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
