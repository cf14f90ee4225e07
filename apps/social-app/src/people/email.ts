// One grammar for sign-in and for who is asked (ADR 0046): whoever has a confirmed address here is found by it, and what may
// be two mailboxes is never one address.
//   the domain     | what IDNA makes of it: case, width, dots of other scripts, Punycode and a dot at the end say nothing
//   the local part | NFC (RFC 6532 §3.1) in lower case; `ﬁona`, `ｇina` and `①one` are not `fiona`, `gina` and `1one`
import { domainToASCII, domainToUnicode } from 'node:url';

const atSigns = /[\uff20\ufe6b]/gu;
/** Deliberately loose: whether the address lives is the provider's business, ours is to find its owner. */
const localShape = /^[^\s@"(),:;<>[\\\]\p{C}\p{Default_Ignorable_Code_Point}]{1,64}$/u;
/** Nothing that ends a host in a URL, and nothing invisible but the joiners that Persian and Indic names need. */
const domainShape =
  /^(?:(?![\p{C}\p{Default_Ignorable_Code_Point}])[^\s@%/\\?#:[\]]|[\u200c\u200d])+$/u;
/** `trim()` takes it for a space; it is an invisible character. */
const byteOrderMark = '\ufeff';
const labels = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.(?!$)|$))+$/;

/** Each capital by itself, as IDNA has it: a Σ is no final sigma, and ẞ is ß whatever the version of Unicode. */
const inLowerCase = (text: string) => text.replace(/\p{Lu}/gu, (sign) => sign.toLowerCase());

/** The Kelvin sign and its like are other letters in NFC, and other bytes to a host that does not normalise. */
const isOtherLetter = (sign: string) => {
  const composed = sign.normalize('NFC');
  return composed !== sign && Array.from(composed).length === 1;
};

interface Email {
  readonly local: string;
  /** As it was typed, and as it is compared. */
  readonly given: string;
  readonly domain: string;
}

function splitEmail(raw: string): Email | null {
  // Longer than any spelling of an address.
  if (raw.length > 1000 || !raw.isWellFormed() || raw.includes(byteOrderMark)) return null;
  const email = raw.trim().replace(atSigns, '@');
  const at = email.lastIndexOf('@');
  const [local, given] = [email.slice(0, Math.max(at, 0)), email.slice(at + 1).normalize('NFC')];
  if (!localShape.test(local) || Array.from(local).some(isOtherLetter)) return null;
  if (!domainShape.test(given)) return null;
  const ascii = domainToASCII(inLowerCase(given)).replace(/\.$/, '');
  const domain = domainToUnicode(ascii);
  return labels.test(ascii) && isWhole(domain, ascii)
    ? { local: local.normalize('NFC'), given, domain }
    : null;
}

/**
 * Whether all Punycode in a domain means something, and the same in both directions. Node 20 and 22 decode `xn--a-.test` to
 * `a.test`, which is somebody else's; Node 24 leaves what it cannot decode.
 */
function isWhole(domain: string, ascii: string): boolean {
  return !/(?:^|\.)xn--/.test(domain) && domainToASCII(domain) === ascii;
}

/** The address as it was typed, in NFC and with an ASCII `@`, or null when it is none. At most 254 bytes (RFC 5321). */
export function parseEmail(raw: string): string | null {
  const parts = splitEmail(raw);
  const email = parts && `${parts.local}@${parts.given}`;
  return email !== null && Buffer.byteLength(email) <= 254 ? email : null;
}

/**
 * The form in which two spellings of one address are equal. Dots and +tags stay: only the mail host knows what they mean.
 * Of what is no address, such as an id or a handle, one form in lower case.
 */
export function toEmailKey(email: string): string {
  const parts = splitEmail(email);
  return parts
    ? `${parts.local.toLowerCase().normalize('NFC')}@${parts.domain}`
    : email.normalize('NFKC').trim().toLowerCase();
}
