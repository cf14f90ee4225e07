import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

// IANA special-purpose registries, as Mastodon's private_address_check.rb lists them.
const closedRanges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // IETF protocol assignments: Teredo, benchmarking, ORCHID.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
].map((range) => ipaddr.parseCIDR(range));

// Outside of it lie loopback, NAT64, IPv4-compatible, unique local, link local and multicast.
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Whether a text is an IP address of the public internet, in the spelling that a resolver gives it. */
export function isPublicAddress(text: string): boolean {
  // isIP takes four decimal numbers or IPv6. ipaddr.js also reads 010.8.8.8 and 134744072, and others read those
  // differently.
  if (isIP(text) === 0) return false;
  // A zone names an interface of this machine, and the same address is another one there.
  if (text.includes('%')) return false;
  // process() unwraps IPv4-mapped IPv6, so that ::ffff:127.0.0.1 is judged as 127.0.0.1.
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv6' && !address.match(globalUnicast)) return false;
  return !closedRanges.some((range) => range[0].kind() === address.kind() && address.match(range));
}
