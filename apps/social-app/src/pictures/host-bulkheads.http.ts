import { bulkhead, type BulkheadPolicy } from 'cockatiel';

/**
 * Calls under way: to hosts that answered the last time, to all others, and to one host. Each holds a reply of up to 5 MiB
 * and then a processor.
 */
const running = { known: 4, others: 4, host: 3 };
/** Of one host, and of all those that got a place there; BulkheadRejectedError beyond it. */
const waiting = 200;
const mostKnown = 1_000;

/**
 * Calls to hosts that strangers name: one that is slow delays no other. Hosts that have never answered share places of their
 * own, so that many of them, named by many people, do not delay those that everybody's pictures come from (ADR 0039).
 */
export function createHostBulkheads() {
  const lanes = {
    known: bulkhead(running.known, waiting),
    others: bulkhead(running.others, waiting),
  };
  const hosts = new Map<string, { readonly calls: BulkheadPolicy; users: number }>();
  const known = new Set<string>();

  /** The one that answered longest ago is forgotten first. */
  function note(host: string, hasAnswered: boolean): void {
    known.delete(host);
    if (hasAnswered) known.add(host);
    for (const oldest of known) if (known.size > mostKnown) known.delete(oldest);
  }

  async function callNoted<T>(host: string, call: () => Promise<T>): Promise<T> {
    let hasAnswered = false;
    try {
      const reply = await call();
      hasAnswered = true;
      return reply;
    } finally {
      note(host, hasAnswered);
    }
  }

  return async function run<T>(host: string, call: () => Promise<T>): Promise<T> {
    const place = hosts.get(host) ?? { calls: bulkhead(running.host, waiting), users: 0 };
    hosts.set(host, place);
    place.users += 1;
    try {
      return await place.calls.execute(() =>
        lanes[known.has(host) ? 'known' : 'others'].execute(() => callNoted(host, call)),
      );
    } finally {
      place.users -= 1;
      if (place.users === 0) hosts.delete(host);
    }
  };
}
