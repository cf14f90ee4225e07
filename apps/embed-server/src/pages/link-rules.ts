import { wholeLetters } from '../outbound/graphemes.js';
import { isHost } from '../outbound/untrusted.js';
import { hasUnseen, readable } from './readable-text.js';

// Longer ones are cut off by browsers and servers on their way.
const longestAddress = 2048;

/** An http or https address in normal form, or `null`: nothing else ever becomes an `href`. */
export function webAddress(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > longestAddress || !URL.canParse(value))
    return null;
  const url = new URL(value);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  // A name before an @ is only ever there to look like a host.
  url.username = '';
  url.password = '';
  return isHost(url.host) && url.href.length <= longestAddress ? url.href : null;
}

/** The host as people know it. */
export function hostName(address: string): string {
  return new URL(address).host.replace(/^www\./, '');
}

const SHOWN_PATH = 24;

/** Host and the start of the path: the host is always whole, so that the text tells where a link leads. */
export function shortAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  const rest = `${url.pathname}${url.search}${url.hash}`.replace(/\/$/, '');
  const shown = decodedPath(rest);
  const cut = shown.length > SHOWN_PATH ? `${wholeLetters(shown, SHOWN_PATH)}…` : shown;
  return hostName(address) + cut;
}

// Decoded for reading, but never into characters that could reorder or hide what follows.
function decodedPath(path: string): string {
  try {
    const decoded = decodeURI(path);
    return hasUnseen(decoded) ? path : decoded;
  } catch {
    return path;
  }
}

// A scheme, or a name with a dot and two letters behind it: whatever stands around them, these are what tells a host.
const HOST_LIKE = /[a-z\d+.-]:\/\/|[\p{L}\p{N}_-]\.\p{L}{2}/iu;

const LONGEST_WORDS = 500;

/**
 * The text to show for a link to `address` whose author wrote `text`. Text that names a host shows the real one;
 * other words keep their wording, with the real host beside them (CVE-2023-36462: link text that lies).
 */
export function honestLinkText(text: string, address: string): string {
  const whole = text.replace(/[\p{C}\p{Z}\s]+/gu, ' ').trim();
  const words = whole.length > LONGEST_WORDS ? `${wholeLetters(whole, LONGEST_WORDS)}…` : whole;
  const host = hostName(address);
  if (/^[#@＃＠]/u.test(words)) {
    return isNameAt(words, host) || !HOST_LIKE.test(words) ? words : `${words} (${host})`;
  }
  return readable(words) === null || HOST_LIKE.test(words)
    ? shortAddress(address)
    : `${words} (${host})`;
}

/** One `@user@host` and nothing else: further words before the host would be read as the name. */
function isNameAt(words: string, host: string): boolean {
  const [before, user = '', named, ...more] = words.split('@');
  const isOne = before === '' && more.length === 0 && !/[\s＠]/u.test(user);
  return isOne && named?.toLowerCase() === host;
}
