import { createHash, timingSafeEqual } from 'node:crypto';
import { listOf } from '@triptych/service-host';

export interface ApiKeys {
  /** A name for the caller that presents this key, which reveals nothing of the key; null: it is none of the keys. */
  recognise(presented: string): string | null;
}

/**
 * @param list keys between commas or white space; several are valid at once, so that one can take over from another
 */
export function createApiKeys(list: string): ApiKeys {
  const digests = listOf(list).map(digest);
  return {
    recognise(presented) {
      const digested = digest(presented);
      // All are compared, as digests of one length, so that the time does not reveal how close a guess was.
      const [match] = digests.filter((known) => timingSafeEqual(known, digested));
      return match === undefined
        ? null
        : digest(match.toString('hex')).toString('hex').slice(0, 16);
    },
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
