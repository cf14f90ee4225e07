import { wholeLetters } from '../outbound/graphemes.js';
import { fields, isHost, list, text } from '../outbound/untrusted.js';
import { parseEndpoint, type IsPlain, type Provider, type Registration } from './provider-rules.js';

// The form of oembed.com's providers.json: [{provider_name, provider_url, endpoints: [{url, schemes, formats}]}].

/** What is wrong with the text as a registry, by position; never a value of it. */
export function faultsOfRegistry(json: string): string[] {
  const registry = parse(json);
  if (registry === undefined) return ['is not JSON'];
  if (!Array.isArray(registry) || registry.length === 0)
    return ['is no list of providers as in providers.json of oembed.com'];
  return registry
    .flatMap((given: unknown, at) => faultsOf(given, `provider ${at + 1}`))
    .slice(0, 5);
}

function faultsOf(given: unknown, where: string): string[] {
  const { provider_name, provider_url, endpoints } = fields(given);
  if (text(provider_name) === null) return [`${where} has no provider_name`];
  if (hostIn(provider_url) === null) return [`${where} has no provider_url that is an address`];
  if (list(endpoints).length === 0) return [`${where} has no endpoints`];
  return list(endpoints).flatMap((endpoint, at) => {
    const { url, schemes = [] } = fields(endpoint);
    const of = `${where}, endpoint ${at + 1}`;
    if (text(url) === null || parseEndpoint(String(url), () => false) === null)
      return [`${of} has no url that is an address`];
    const isList = Array.isArray(schemes) && schemes.every((scheme) => text(scheme) !== null);
    return isList ? [] : [`${of} has schemes that are no list of texts`];
  });
}

/** The registry as rules. What has no form of a web address in it is left out: `spotify:*` is no page. */
export function parseRegistry(json: string, isPlainHost: IsPlain): Registration[] {
  return list(parse(json)).flatMap((given) => {
    const { provider_name, provider_url, endpoints } = fields(given);
    return list(endpoints).flatMap((endpoint) => {
      const { url, schemes } = fields(endpoint);
      const address = parseEndpoint(String(url), isPlainHost);
      const home = hostIn(provider_url);
      if (address === null || home === null || isOtherFormat(endpoint)) return [];
      const known = list(schemes).flatMap((scheme) => parseScheme(scheme) ?? []);
      // Some providers have a page of everything they serve, and so no schemes.
      const own = known.length > 0 ? known : [{ host: home, path: '/*' }];
      const hosts = [home, new URL(address).hostname, ...own.map(({ host }) => host)].map(bare);
      const provider: Provider = {
        name: wholeLetters(String(provider_name), 100),
        url: String(provider_url),
        endpoint: address,
        hosts: [...new Set(hosts)],
      };
      return [{ provider, schemes: own }];
    });
  });
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

/** One that speaks XML alone. */
function isOtherFormat(endpoint: unknown): boolean {
  const { formats, url } = fields(endpoint);
  const isXml = list(formats).length > 0 && !list(formats).includes('json');
  return isXml || /\.xml$/.test(String(url));
}

/** A wildcard stands before a host, or anywhere in a path; anywhere else it would take in hosts of others. */
function parseScheme(scheme: unknown): { host: string; path: string } | null {
  const [, host = '', path = ''] =
    /^https?:\/\/([^/?#]+)((?:[/?][^#]*)?)$/i.exec(String(scheme)) ?? [];
  const plain = host.toLowerCase().replace(/^(?:\*\.)+/, '');
  // A wildcard before a name without a dot would be a whole top-level domain.
  if (plain.includes('*') || !plain.includes('.') || !isHost(plain)) return null;
  return { host: host.startsWith('*.') ? `*.${plain}` : plain, path: path === '' ? '/' : path };
}

function hostIn(address: unknown): string | null {
  const given = text(address);
  return given !== null && /^https?:/.test(given) && URL.canParse(given)
    ? new URL(given).hostname
    : null;
}

// A name that says no more than that a host is one of the web, or of the API.
function bare(host: string): string {
  const plain = host.replace(/^\*\./, '');
  const shorter = plain.replace(/^(?:www|api|m)\./, '');
  return shorter.includes('.') && !/^[\d.]+$/.test(shorter) ? shorter : plain;
}
