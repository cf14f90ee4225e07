/** The right to ask the upstream for a key, until it is released or expires. */
export interface Lease {
  /** `shared`: other replicas find the result in the store. Otherwise they are not to wait for it. */
  release(shared: boolean): Promise<void>;
}

/** A lock among all replicas. Never throws: while nobody can be asked, everyone gets a lease. */
export interface DistributedLock {
  /** `null` while another replica has the lease. */
  acquire(key: string): Promise<Lease | null>;
}
