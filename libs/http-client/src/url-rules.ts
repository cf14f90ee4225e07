import { isIP } from 'node:net';
import { effectivePort, type IsAllowed } from './allow-list.js';
import type { HttpClientError } from './http-client-error.js';
import { UrlRefused } from './http-client-error.js';
import { isPublicAddress } from './public-address.js';

/** Parses and checks one hop: the URL asked for, and again every URL that a redirect names. */
export function checkUrl(input: string | URL, isAllowed: IsAllowed): URL {
  const url = parseUrl(input);
  rejectUserinfo(url);
  if (isAllowed(url.hostname, effectivePort(url))) return rejectForeignProtocol(url);
  requireHttps(url);
  requireDefaultPort(url);
  rejectPrivateLiteral(url);
  return url;
}

function parseUrl(input: string | URL): URL {
  try {
    const url = new URL(input);
    // The fragment is the browser's business and never travels.
    url.hash = '';
    return url;
  } catch (cause) {
    throw new UrlRefused(cause);
  }
}

// A password in a URL would reach the other server, or a log.
function rejectUserinfo(url: URL): void {
  if (url.username || url.password) throw refusal('userinfo');
}

function rejectForeignProtocol(url: URL): URL {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refusal('protocol');
  return url;
}

// Certificates are the second guard: a server of the inside has none for a name of the outside.
function requireHttps(url: URL): void {
  if (url.protocol !== 'https:') throw refusal('protocol');
}

// Other ports are other services: databases, mail, admin pages.
function requireDefaultPort(url: URL): void {
  if (effectivePort(url) !== '443') throw refusal('port');
}

// A literal never reaches the look-up. WHATWG parsing has already turned 2130706433 and 0x7f.1
// into dotted form and refused what it cannot read.
function rejectPrivateLiteral(url: URL): void {
  // Stryker disable next-line Regex: a host has a bracket only at its ends
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw refusal('literal address');
}

function refusal(rule: string): HttpClientError {
  return new UrlRefused(new Error(`refused by the rule: ${rule}`));
}
