import type { MediaFile } from './media-file.js';

/** Bytes of a file that is not in the store yet: nothing has its name, and what is neither kept nor dropped is removed some day. */
export interface StagedFile {
  /** Bytes. */
  readonly size: number;
  /** The first bytes, as many as tell what a file is. */
  readonly head: Buffer;
  readAll(): Promise<Buffer>;
  /** Reads and changes parts of it, where they lie. */
  edit<T>(work: (file: MediaFile) => Promise<T>): Promise<T>;
  /** As the file of this name, as a whole or not at all; once it returns, a power cut does not take it away. */
  keep(name: string): Promise<void>;
  /** Also what is kept or dropped already. */
  drop(): Promise<void>;
}

/** First and last byte, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface ListedFile {
  readonly name: string;
  /** Milliseconds of the epoch. */
  readonly storedAt: number;
}

/** Files by name, shared by all replicas that are given the same store. Methods throw what the technology throws. */
export interface FileStore {
  /** Takes what comes, as it comes; null when it is more than `maxBytes`, which leaves nothing. */
  stage(bytes: AsyncIterable<Buffer>, maxBytes: number): Promise<StagedFile | null>;
  /** Null when there is none. */
  read(name: string, range: ByteRange): Promise<AsyncIterable<Buffer> | null>;
  write(name: string, bytes: Buffer): Promise<void>;
  /** Also what is not there. */
  remove(name: string): Promise<void>;
  /** In portions, in no order: nothing but what has the name of such a file. What nobody finished within a day is removed. */
  list(): AsyncIterable<readonly ListedFile[]>;
}
