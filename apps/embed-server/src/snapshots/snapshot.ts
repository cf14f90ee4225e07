import type { CachedBody } from '../cache/cache-store.port.js';

/** A picture of a post, by its place in it. */
export interface KeptPicture extends CachedBody {
  readonly place: string;
  /** The checksum of its address, so that another picture at the place is told from it. */
  readonly from: string;
}

/** What is kept of a post: all that a page of it is made of. */
export interface Snapshot {
  /** Of the post in the cache. */
  readonly key: string;
  /** Milliseconds of the epoch: when the upstream was asked for it. */
  readonly takenAt: number;
  /** The same object for as long as the snapshot is held. */
  readonly post: CachedBody;
  readonly pictures: readonly KeptPicture[];
}

/** Milliseconds of the epoch: nothing that was read by then is shown or kept. `Infinity`: nor is anything later. */
export type VoidUntil = number;

/** What an erasure took. */
export interface ErasedSnapshot {
  readonly takenAt: number;
  readonly pictures: number;
  readonly bytes: number;
}

export function sizeOf({ post, pictures }: Snapshot): number {
  return pictures.reduce((sum, { body }) => sum + body.length, post.body.length);
}
