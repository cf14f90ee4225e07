import { isHost } from '../outbound/untrusted.js';

/** Whether a host may be asked without TLS. */
export type IsPlain = (hostname: string, port: string) => boolean;

/** Who may be asked about which pages. */
export interface Provider {
  readonly name: string;
  readonly url: string;
  /** Where it is asked; `null`: its pages are known by their addresses, and nobody is asked. */
  readonly endpoint: string | null;
  /** Hosts of its own, as far as the registry says: it may reply from them, and its players stand at them or below. */
  readonly hosts: readonly string[];
}

/** A page that a provider can be asked about. */
export interface MediaAddress {
  readonly page: string;
  readonly provider: Provider;
}

/** The provider of a page; `null` where none is known. Linear in the length of the address. */
export type FindProvider = (url: URL) => Provider | null;

const longestPage = 2048;

/** The address of a page as it is asked for: https, without what only browsers use. `null` for anything else. */
export function parsePageUrl(given: string): URL | null {
  if (given.length > longestPage) return null;
  // Proxies merge the two slashes into one.
  const repaired = given.replace(/^(https?):\/(?!\/)/i, '$1://');
  if (!/^https?:\/\//i.test(repaired) || !URL.canParse(repaired)) return null;
  const url = new URL(repaired);
  const isBare = url.username === '' && url.password === '' && url.port === '';
  if (!isBare || url.hostname.endsWith('..') || !isHost(url.hostname)) return null;
  // Old links say http; each known provider has https by now.
  url.protocol = 'https:';
  url.hash = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  return url.href.length <= longestPage ? url : null;
}

/** Where a wildcard stood in a scheme, and the text between. */
type Pieces = readonly string[];

interface Rule {
  readonly provider: Provider;
  readonly path: Pieces;
}

export interface Registration {
  readonly provider: Provider;
  /** A host, or `*.` and one; and the path with the query, in which each `*` stands for anything. */
  readonly schemes: readonly { readonly host: string; readonly path: string }[];
}

/** Later registrations of the same address are not reached: what is more exact has to come first. */
export function createFindProvider(registrations: readonly Registration[]): FindProvider {
  const [exact, below] = [new Map<string, Rule[]>(), new Map<string, Rule[]>()];
  for (const { provider, schemes } of registrations) {
    for (const { host, path } of schemes) {
      const rules = host.startsWith('*.') ? below : exact;
      const known = rules.get(withoutWildcard(host)) ?? [];
      known.push({ provider, path: path.split('*') });
      rules.set(withoutWildcard(host), known);
    }
  }
  return ({ hostname, pathname, search }) => {
    const address = pathname + search;
    const rules = [
      ...(exact.get(hostname) ?? []),
      ...parentsOf(hostname).flatMap((host) => below.get(host) ?? []),
    ];
    return rules.find(({ path }) => matches(address, path))?.provider ?? null;
  };
}

function withoutWildcard(host: string): string {
  return host.replace(/^(?:\*\.)+/, '');
}

// No name of the DNS has more labels than this.
const mostLabels = 127;

/** The names that a host lies below, the longest first. */
function parentsOf(hostname: string): string[] {
  const labels = hostname.split('.', mostLabels);
  return labels.slice(1).map((_label, at) => labels.slice(at + 1).join('.'));
}

/** Takes each piece where it comes first: a glob has no need to try others, so nothing is read twice. */
function matches(address: string, pieces: Pieces): boolean {
  const [first = '', ...rest] = pieces;
  if (!address.startsWith(first)) return false;
  const last = rest.pop();
  if (last === undefined) return address === first;
  let at = first.length;
  for (const piece of rest) {
    const found = address.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return address.length - last.length >= at && address.endsWith(last);
}

/** Whether a host is one of the provider's, or below one. */
export function isOf({ hosts }: Provider, hostname: string): boolean {
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

/** The endpoint with its format, by https unless its host is exempt; `null` where it is no address. */
export function parseEndpoint(written: string, isPlainHost: IsPlain): string | null {
  const named = written.replaceAll('{format}', 'json');
  if (!URL.canParse(named)) return null;
  const url = new URL(named);
  if (url.username !== '' || url.password !== '' || !/^https?:$/.test(url.protocol)) return null;
  // Some are written with http still; a host that has no https is not asked.
  if (!isPlainHost(url.hostname, url.port || '80')) url.protocol = 'https:';
  return url.href;
}
