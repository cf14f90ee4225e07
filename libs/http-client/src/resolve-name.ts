// Names to addresses. Guarantees: a name whose servers do not answer delays no other one.
//
//   a name                               is looked up
//   of the allow-list                    by the operating system, which knows search domains and all else that it is set to
//   of the hosts file                    by the operating system
//   any other                            by DNS, both families at once
//
// The system's look-up takes one of two threads for as long as a name server is silent, so that two names of a hostile zone
// would stop all others; queries of DNS take none.

import { lookup, Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import type { Resolve, ResolvedAddress } from './http-client.js';

interface Settings {
  /** Addresses of name servers; by default those of the system. */
  readonly servers?: readonly string[];
}

// A query is sent twice, and fails before the connection's own time is over. Milliseconds.
const patience = { timeout: 1200, tries: 2 };
// Where the name servers or the hosts file change, it is noticed after so long. Milliseconds.
const keptFor = 60_000;

/** Asks the operating system, in the order it gives. */
export const resolveBySystem: Resolve = async (hostname) => {
  const answers = await lookup(hostname, { all: true, verbatim: true });
  return answers.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

/** Names that anybody may have chosen. Throws what DNS or the system says: no such name, no answer in time. */
export function createResolve({ servers }: Settings = {}): Resolve {
  const running = new Map<string, Promise<readonly ResolvedAddress[]>>();
  let [resolver, hosts, madeAt] = [new Resolver(), new Set<string>(), -Infinity];

  function refresh(): void {
    if (performance.now() - madeAt < keptFor) return;
    [resolver, hosts, madeAt] = [new Resolver(patience), namesOfHostsFile(), performance.now()];
    if (servers) resolver.setServers(servers);
  }

  async function ask(hostname: string): Promise<readonly ResolvedAddress[]> {
    refresh();
    if (hosts.has(hostname.replace(/\.$/, ''))) return resolveBySystem(hostname);
    const [v4, v6] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    // Who has an address of one family often has none of the other, and some name servers never say so.
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    return [...addressesOf(v4, 4), ...addressesOf(v6, 6)];
  }

  return (hostname) => {
    const known = running.get(hostname);
    if (known) return known;
    const asked = ask(hostname).finally(() => running.delete(hostname));
    running.set(hostname, asked);
    return asked;
  };
}

function addressesOf(
  answer: PromiseSettledResult<string[]>,
  family: 4 | 6,
): readonly ResolvedAddress[] {
  const addresses = answer.status === 'fulfilled' ? answer.value : [];
  return addresses.map((address) => ({ address, family }));
}

/** Lower case, as URLs have them. */
function namesOfHostsFile(): Set<string> {
  const names = new Set(['localhost']);
  for (const line of readHostsFile().split('\n')) {
    const [entry = ''] = line.split('#', 1);
    const [, ...given] = entry.trim().split(/\s+/);
    for (const name of given) names.add(name.toLowerCase());
  }
  return names;
}

function readHostsFile(): string {
  try {
    return readFileSync('/etc/hosts', 'utf8');
  } catch {
    // Other systems keep it elsewhere.
    return '';
  }
}
