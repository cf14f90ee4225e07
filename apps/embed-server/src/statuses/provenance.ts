import { fields, text, webUrl, type Fields } from '../outbound/untrusted.js';
import type { StatusApi } from './parse-status-url.js';

// Whose word a post is. Guarantees: a host is named as the place of a post, and in its author's name and links, only when
// that host itself said so; what a host attests of another host's post is shown as its attestation (ADR 0025).
//
//   a post that HOST attests                         is shown as
//   names no address, or one of HOST                 HOST's own
//   names an address of another host                 attested by HOST; the origin is asked, and its reply is its own
//   HOST's own, its author's name at another domain  HOST's own once that domain's WebFinger names the same actor, else
//                                                    attested by HOST

/** Which host attests a post, and what was proven of its author's name. */
export interface Attestation {
  /** Of the server that answered, with the port where there is one. */
  readonly host: string;
  /** `user@domain`, which the domain itself confirmed. */
  readonly name?: string;
  /** By which of its APIs it said so. */
  readonly api?: StatusApi;
}

/** Which hosts attest a status, what it boosts, and what is quoted. */
export interface Attestations {
  readonly status: Attestation;
  readonly reblog: Attestation;
  readonly quote: Attestation;
}

/** What may be said of a post's origin. */
export interface Attribution {
  readonly host: string;
  /** The host's own post; otherwise that of another, as the host attests it. */
  readonly confirmed: boolean;
  /** `user@domain` when confirmed; else what stands before the `@`, since nobody vouches for the rest. May be empty. */
  readonly handle: string;
  /** Of the post, on `host`. */
  readonly url: string | null;
  /** Of its author, on `host`; `null` unless confirmed. */
  readonly profile: string | null;
}

export function attestedBy(host: string, api?: StatusApi): Attestations {
  const attestation = api === undefined ? { host } : { host, api };
  return { status: attestation, reblog: attestation, quote: attestation };
}

/** What may be said of a status in the shape of Mastodon's. */
export function attributionOf(post: Fields, { host, name }: Attestation): Attribution {
  const account = fields(post['account']);
  const { user, domain } = nameOf(account);
  const isNamed = domain === null || domain === host || name === `${user}@${domain}`;
  const confirmed = isOwn(post, host) && isNamed;
  return {
    host,
    confirmed,
    handle: confirmed && user !== '' ? (name ?? `${user}@${host}`) : user,
    url: addressAt(host, post['url'], post['uri']),
    profile: confirmed ? addressAt(host, account['url'], account['uri']) : null,
  };
}

/** The address that a post is known by; of old ones the `uri` is none. */
export function identityOf(post: Fields): string | null {
  return webUrl(post['uri']) ?? webUrl(post['url']);
}

/** Whether a host that attests a post attests it of itself. */
export function isOwn(post: Fields, host: string): boolean {
  const identity = identityOf(post);
  return identity === null || hostOf(identity) === host;
}

export interface AccountName {
  /** Empty when there is none that could be shown. */
  readonly user: string;
  /** `null`: of the host that attested it. */
  readonly domain: string | null;
}

/** The name of an account, taken apart. */
export function nameOf(account: Fields): AccountName {
  return parseName(text(account['acct'])) ?? parseName(text(account['username'])) ?? nobody;
}

const nobody: AccountName = { user: '', domain: null };
// Of all fediverse software; nothing that could be read as a second host, or that turns the direction of the text. With
// the longest host it is short enough to be shown whole: half a host is another one.
const userName = /^[\p{L}\p{M}\p{N}_.~+-]+$/u;
const longestUser = 200;

function parseName(acct: string | null): AccountName | null {
  if (acct === null || acct.length > 400) return null;
  const at = acct.lastIndexOf('@');
  const [user, domain] =
    at === -1 ? [acct, null] : [acct.slice(0, at), hostNamed(acct.slice(at + 1))];
  const isWhole = at === -1 || domain !== null;
  return user.length <= longestUser && userName.test(user) && isWhole ? { user, domain } : null;
}

/** A host name, with or without a port, as the WHATWG parser writes it; `null` for anything more or less than that. */
function hostNamed(given: string): string | null {
  if (!/^[^\s/?#@\\%]+$/.test(given) || !URL.canParse(`https://${given}/`)) return null;
  const url = new URL(`https://${given}/`);
  return url.pathname === '/' && url.username === '' ? hostOf(url.href) : null;
}

/** Lower case, punycode, without the dot that may end a name, with the port where it is not the usual one. */
export function hostOf(address: string): string {
  const { hostname, port } = new URL(address);
  return hostname.replace(/\.$/, '') + (port === '' ? '' : `:${port}`);
}

/** The first address that lies on the host. */
export function addressAt(host: string, ...addresses: readonly unknown[]): string | null {
  return addresses.map(webUrl).find((url) => url !== null && hostOf(url) === host) ?? null;
}
