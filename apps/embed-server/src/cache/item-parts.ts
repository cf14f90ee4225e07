import type { GoOnBehindReply } from '../http/behind-replies.js';
import { freshness } from './freshness.js';
import type { PartKeys } from './part-keys.js';
import type { Kind, LoadReport, MaxWait, ReadThrough } from './read-through.js';

// Parts of an item: what other calls than its own add to it. Guarantees: a reply waits for all parts of an item together no
// longer than `maxWait`, however many there are; a part that is late goes on behind the reply; each is a copy of its own, so
// that an old one stands in for a part that fails, and a host that failed is not asked for it with each view of the item.
//
//   the part                        the item has
//   comes in time, or there is none it, or nothing
//   fails or is late, an old copy   the old one
//   fails or is late                nothing, and what reads it is to report that it is incomplete

/** Of a part that is asked for whenever its item is: deleted, it is gone as soon as its item would be. */
export const partKind: Kind = { ...freshness.part, waitsForNew: true };

/** `late` among the failures: the one that `maxWait` makes. */
export type PartResult<T> = { readonly found: T | null } | { readonly failure: unknown };

/** Loads a part as what JSON holds of it; `null`: there is none. */
export type LoadPart<T> = (report: LoadReport) => Promise<T | null>;

/** Reads parts of one item. */
export type ReadPart = <T>(key: string, kind: Kind, load: LoadPart<T>) => Promise<PartResult<T>>;

export interface ItemPartsWiring {
  readonly readThrough: ReadThrough;
  readonly maxWait: MaxWait;
  readonly goOnBehindReply: GoOnBehindReply;
  readonly partKeys: PartKeys;
}

/** Each call begins the reading of the item of a key. */
export function createItemParts(wiring: ItemPartsWiring) {
  const { readThrough, maxWait, goOnBehindReply, partKeys } = wiring;
  return (itemKey: string): ReadPart => {
    const note = partKeys.begin(itemKey);
    let endsAt: number | undefined;
    return async <T>(key: string, kind: Kind, load: LoadPart<T>) => {
      endsAt ??= performance.now() + maxWait.milliseconds;
      await note(key);
      const late = maxWait.late();
      const wait = { milliseconds: Math.max(0, endsAt - performance.now()), late: () => late };
      const read = (given: Kind) =>
        readThrough(key, given, async (report) => {
          const part = await load(report);
          return part === null ? null : { about: 'part', body: Buffer.from(JSON.stringify(part)) };
        });
      try {
        const { found } = await read({ ...kind, maxWait: wait });
        return { found: found && (JSON.parse(found.body.toString()) as T) };
      } catch (failure) {
        if (failure === late) goOnBehindReply(key, () => read(kind));
        return { failure };
      }
    };
  };
}
