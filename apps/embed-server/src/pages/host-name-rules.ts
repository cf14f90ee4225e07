import { domainToASCII, domainToUnicode } from 'node:url';

// Letters that a reader would take for Latin ones; a name of nothing else is one that poses as another.
const latinLooks = /^[асԁеһіјӏорԛѕԝхуьҽпгѵѡαβγηικνορστυχω\d-]+$/u;

// Scripts whose letters do not mix within a label; those of Japanese and Korean do, and Han goes with either.
const scripts = [
  /^[a-z\d\u00df-\u00f6\u00f8-\u0130\u0132-\u0137\u0139-\u017e-]+$/u,
  /^[\p{Script=Cyrillic}\d-]+$/u,
  /^[\p{Script=Greek}\d-]+$/u,
  /^[\p{Script=Arabic}\d-]+$/u,
  /^[\p{Script=Hebrew}\d-]+$/u,
  /^[\p{Script=Devanagari}\d-]+$/u,
  /^[\p{Script=Thai}\d-]+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\d-]+$/u,
  /^[\p{Script=Han}\p{Script=Hangul}\d-]+$/u,
];

/**
 * A host, with or without a port, as people know it: in letters of its own where nobody could take them for others, else
 * in punycode. Never without `www.`: that is another host.
 */
export function displayHost(host: string): string {
  return host.includes('xn--') ? host.split('.').map(displayLabel).join('.') : host;
}

function displayLabel(label: string): string {
  const [, ascii = '', port = ''] = /^(xn--[^:]*)(:\d+)?$/.exec(label) ?? [];
  const name = ascii === '' ? '' : domainToUnicode(ascii);
  const isKnown = scripts.some((script) => script.test(name)) && !latinLooks.test(name);
  return isKnown && domainToASCII(name) === ascii ? name + port : label;
}

/** `user@domain` with the domain as people know it. */
export function displayHandle(handle: string): string {
  const at = handle.lastIndexOf('@');
  return at === -1 ? handle : handle.slice(0, at + 1) + displayHost(handle.slice(at + 1));
}
