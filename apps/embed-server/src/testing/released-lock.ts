import type { DistributedLock, Lease } from '../cache/lock.port.js';

/** The lock, and what ends all leases that it gave: one that is not released renews itself for ever. */
export function releasedLock(lock: DistributedLock) {
  const leases: Lease[] = [];
  return {
    async acquire(key: string) {
      const lease = await lock.acquire(key);
      if (lease !== null) leases.push(lease);
      return lease;
    },
    async releaseAll() {
      await Promise.all(leases.splice(0).map((lease) => lease.release(true)));
    },
  };
}
