import { isIP, type LookupFunction } from 'node:net';
import type { Resolve, ResolvedAddress } from './http-client.js';
import { AddressRefused, UpstreamUnreachable } from './http-client-error.js';

// No honest name has more; each of them would be tried in turn.
const mostAddresses = 64;

/**
 * A look-up for `net.connect` that hands out checked addresses only. The socket connects to what this
 * call returned and never asks again, so an answer that changes later (rebinding) has no effect.
 */
export function guardedLookup(
  resolve: Resolve,
  isPublic: (address: string) => boolean,
): LookupFunction {
  return (hostname, options, callback) => {
    resolveChecked(hostname, resolve, isPublic).then(
      ([first, ...rest]) => {
        if (options.all === true) callback(null, [first, ...rest]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, ''),
    );
  };
}

// One bad answer condemns them all: whoever mixes public and private addresses is up to something.
async function resolveChecked(
  hostname: string,
  resolve: Resolve,
  isPublic: (address: string) => boolean,
): Promise<[ResolvedAddress, ...ResolvedAddress[]]> {
  const answers = await resolve(hostname);
  if (answers.length > mostAddresses) throw new AddressRefused();
  if (!answers.every(({ address }) => isPublic(address))) throw new AddressRefused();
  // The family follows from the address that was checked, whatever the resolver says of it.
  const [first, ...rest] = answers.map(({ address }): ResolvedAddress => ({
    address,
    family: isIP(address) === 6 ? 6 : 4,
  }));
  if (first === undefined) throw new UpstreamUnreachable();
  return [first, ...rest];
}
