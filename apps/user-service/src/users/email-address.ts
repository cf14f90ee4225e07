import { domainToASCII } from 'node:url';

const longest = 254;
// Letters, marks and digits of any script, and the `atext` of RFC 5322 with its dots.
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]+$/u;
const domainName = /^[\p{L}\p{M}\p{N}.-]+$/u;
const asciiLabel = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
// Invisible or reordering: they make two addresses that look alike.
const deceptive = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u;

/**
 * Whether mail could be sent to `text`, without asking anyone: one `@`, letters of any script, a domain that IDNA
 * accepts, at most 254 bytes (RFC 5321). Quoted local parts and address literals are not taken. Linear in its input.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > longest || Buffer.byteLength(text) > longest) return false;
  if (!text.isWellFormed() || deceptive.test(text)) return false;
  const [local = '', domain = '', ...more] = text.split('@');
  return more.length === 0 && localPart.test(local) && isDomain(domain);
}

function isDomain(domain: string): boolean {
  if (!domainName.test(domain)) return false;
  const ascii = domainToASCII(domain);
  return ascii !== '' && ascii.split('.').every((label) => asciiLabel.test(label));
}
