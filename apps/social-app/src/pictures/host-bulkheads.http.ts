import { bulkhead, type BulkheadPolicy } from 'cockatiel';

/** Calls under way, of all hosts and of one: each holds a reply of up to 5 MiB and then a processor. */
const running = { all: 8, host: 3 };
/** Of one host, and of all those that got a place there; BulkheadRejectedError beyond it. */
const waiting = 200;

/** Calls to hosts that strangers name: one that is slow delays no other. */
export function createHostBulkheads() {
  const all = bulkhead(running.all, waiting);
  const hosts = new Map<string, { readonly calls: BulkheadPolicy; users: number }>();

  return async function run<T>(host: string, call: () => Promise<T>): Promise<T> {
    const place = hosts.get(host) ?? { calls: bulkhead(running.host, waiting), users: 0 };
    hosts.set(host, place);
    place.users += 1;
    try {
      return await place.calls.execute(() => all.execute(call));
    } finally {
      place.users -= 1;
      if (place.users === 0) hosts.delete(host);
    }
  };
}
