/** An object of the store, as a list of it shows it. */
export interface ListedObject {
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds of the epoch. */
  readonly storedAt: number;
}

/**
 * Objects by name, shared by all replicas that are given the same one. Names are those of `snapshot-names.ts`. Methods throw
 * what the technology throws; whoever calls them bounds their time.
 */
export interface SnapshotStore {
  /** `null` when there is none, or one of more bytes, which is not of this service. */
  read(name: string, maxBytes: number): Promise<Buffer | null>;
  /** As a whole or not at all, in place of what was there. `storedAt` is what the list shall show, where the store can. */
  write(name: string, value: Buffer, storedAt: number): Promise<void>;
  /** Also what is not there. */
  remove(name: string): Promise<void>;
  /** In no order. Nothing but what has such a name. */
  list(): Promise<readonly ListedObject[]>;
}
