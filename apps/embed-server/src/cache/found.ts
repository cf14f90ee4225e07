import type { CachedBody } from './cache-store.port.js';

/** An item that was read through the cache. */
export interface Found<T> {
  /** The same object for as long as the cache holds it; `null` when it holds none. */
  readonly copy: CachedBody | null;
  /** Parsed and mapped anew at each call. */
  readonly value: () => T;
  /** Seconds. */
  readonly maxAge: number;
  /** Whether it lacks something that failed or was late, and is asked for again soon. */
  readonly isIncomplete?: boolean | undefined;
  /** Set where it was kept from an earlier time, since the upstream does not give it. */
  readonly snapshot?: ShownSnapshot | undefined;
}

/** What is kept of an item, and shown in its place. */
export interface ShownSnapshot {
  /** Milliseconds of the epoch: when the upstream gave the item. */
  readonly takenAt: number;
  /** Whether the upstream says that there is no such item any more; otherwise it does not say. */
  readonly isGone: boolean;
  /** A picture by its place in the item; `null`: it was not kept. */
  readonly picture: (place: string) => CachedBody | null;
}

/** What a reply is made of beside the copy, as a part of its name. */
export function nameOfSnapshot(snapshot: ShownSnapshot | undefined): string {
  if (snapshot === undefined) return '';
  return snapshot.isGone ? ' snapshot gone' : ' snapshot';
}
