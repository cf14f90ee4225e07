// What no well-meaning server sends: texts that are dear to parse, values of the wrong type, hosts that break rules.

/** Repeated, these have made parsers slow, pages long, or texts mean something else. */
export const textUnits: readonly string[] = [
  ...['a', 'ab ', ' ', '\n', ':a:', ':', '-', '%', 'a.', '../'],
  // HTML
  ...['<', '>', '&', '&amp;', '&#x41;', '<!--', '<![CDATA[', '<b>', '</b>', '<p>x</p>', '<br>'],
  ...['<a href="https://a.example/">x</a>', '<a href="https://a.example/">'],
  ...['<span class="invisible">', '<p class="quote-inline">RE: ', '<ol><li>', '<ruby><rt>'],
  ...['<pre><code>', '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' onclick='1"],
  // The markup of Misskey
  ...['\\(', '\\[', '<center>\n', '<plain>', '<small><i>', '$[x2 ', '$[ruby a b]', '**', '~~'],
  ...['`', '```\n', '[a](', '?[', '> ', '#a('],
  // What becomes a link
  ...['@', '@a@b.example ', '#tag ', 'https://', '<https://', 'https://a.example/((('],
  // Marks, directions, joined and unpaired characters, and some that XML forbids
  ...['\u0301', '\u202e', '\u2066', '\u200b', '\u200d\u{1f468}', '\ufdfd'],
  ...['\u{1f469}\u200d\u{1f469}\u200d\u{1f466}', '\ud800', '\udc00x'],
  ...['\u0000', '\u0008', '\ufffe', '\ufeff'],
];

/** Names that every object of JavaScript answers to. */
export const prototypeNames = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];

/** Values of another type than expected. */
export const oddValues: readonly unknown[] = [
  ...[null, true, false, 0, -1, 0.5, 1e308, Number.MAX_SAFE_INTEGER],
  ...['', 'x', '0', '-5', 'Infinity', 'NaN', '1e400', '100%', ...prototypeNames],
  ...[[], [[]], [null], {}, { length: 1e9 }, { toString: 1, valueOf: null }, { then: 'x' }],
];

/** Numbers as JSON may write them, though `JSON.stringify` never does. */
export const oddNumbers = [
  ...['1e400', '-1e400', '-0', '1E-400', '9007199254740993', '1'.repeat(400), '0.1e1'],
];

const oddHosts: readonly string[] = [
  // Signs that end or divide a policy, a header or an attribute
  ...["a;script-src 'unsafe-inline'", 'a;default-src', 'a,b', "a'b", 'a b', 'a"b', '*'],
  ...['*.example', 'a{b}', 'a`b', 'a%2fb', 'a%3bb'],
  // Addresses, ports and users
  ...['[::1]', '[', '127.0.0.1', '127.1', '2130706433', 'a:99999', 'a:443', 'a:22'],
  'user:secret@a.example',
  // Names
  ...['A.EXAMPLE.', 'xn--a', '\u0456.example', '..', '-', '', 'a'.repeat(300)],
];

const oddSchemes = [
  ...['https://', 'http://', '//', 'HTTPS:\\\\', 'blob:https://'],
  ...['javascript:', 'data:text/html,'],
];

/** Addresses that URL parsers and content security policies read in their own ways. */
export const oddUrls: readonly string[] = oddSchemes.flatMap((scheme) =>
  oddHosts.map((host) => `${scheme}${host}/x.mp4?"<>`),
);
