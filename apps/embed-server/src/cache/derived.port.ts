/** Something that knows what it weighs. */
export interface Weighed {
  readonly bytes: number;
}

/**
 * What is made of a cached copy, made once and kept while there is room. It hangs on the copy itself, the object that
 * the cache handed out, and not on its key: once another copy has taken its place, or none, it is out of reach.
 *
 * @param copy `null` when there is none: then nothing is kept
 * @param name tells everything else that it is made of
 */
export type Derive = <T extends Weighed>(copy: object | null, name: string, make: () => T) => T;
