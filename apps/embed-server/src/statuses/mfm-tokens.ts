// What Misskey's markup (MFM, https://misskey-hub.net/docs/for-users/features/mfm) is made of within a line or a
// paragraph. Guarantee: reading a text from its start to its end, one token after the other, takes time linear in its
// length (ADR 0024). Each expression is sticky and its run ends at the letter that starts it; what searches for an end
// remembers where the last one was; brackets in addresses nest to a depth.

export type MarkName = 'b' | 'i' | 's' | 'small';

/** `open` and `close` stand at the two sides of what the writer then marks; `***`, `**` and `~~` are the same on both. */
export type FrameName = `<${MarkName}>` | '***' | '**' | '~~' | 'label' | 'fn';

export type MfmToken =
  | { readonly type: 'text' | 'newline'; readonly end: number }
  | { readonly type: 'code' | 'plain'; readonly value: string; readonly end: number }
  | {
      readonly type: 'marked';
      readonly mark: MarkName;
      readonly value: string;
      readonly end: number;
    }
  | { readonly type: 'url'; readonly url: string; readonly end: number }
  | {
      readonly type: 'mention';
      readonly user: string;
      readonly host: string | null;
      readonly end: number;
    }
  | { readonly type: 'hashtag'; readonly tag: string; readonly end: number }
  | {
      readonly type: 'open';
      readonly frame: FrameName;
      readonly name?: string;
      readonly end: number;
    }
  | {
      readonly type: 'close' | 'toggle';
      readonly frames: readonly FrameName[];
      readonly end: number;
    };

const plainRun = /[^`\\<*_~$[\]?@#:h\n]+/y;
const inlineCode = /`([^`´\n]+)`/y;
const angled = /<(https?:\/\/[^<>\s]+)>/y;
const tag = /<(\/)?(b|i|s|small)>/y;
const marked = {
  '*': /\*([a-z0-9 \u3000\t]+)\*/iy,
  _: /_([a-z0-9 \u3000\t]+)_/iy,
  __: /__([a-z0-9 \u3000\t]+)__/iy,
};
const fn = /\$\[([a-z0-9_]+)(?:\.[a-z0-9_.=,-]+)? /iy;
const mention = /@([a-z0-9_.-]+)(?:@([a-z0-9_.-]+))?/iy;
const emojiCode = /:[a-z0-9_+-]+:(?![a-z0-9])/iy;
const alphanumeric = /[a-z0-9]/i;
const urlStart = /https?:\/\//y;
const urlLetter = /[.,a-z0-9_/:%#@$&?!~=+-]/i;
const urlBrackets = { '(': ')', '[': ']' };
const tagLetter = /[^ \u3000\t.,!?'"#:/[\]【】()「」（）<>\n]/;
const tagBrackets = { ...urlBrackets, '「': '」', '（': '）' };
/** Of brackets within an address. */
const deepestBrackets = 8;

/** The token at a position of a text; the positions only grow from call to call. */
export type TokenAt = (at: number) => MfmToken;

export function createTokenAt(text: string): TokenAt {
  const starts = [wordStarts(text), codeStarts(text), frameStarts(text)];
  return (at) => {
    const [run] = match(plainRun, text, at);
    if (run !== undefined) return { type: 'text', end: at + run.length };
    const letter = text[at] ?? '';
    const start = starts.map((table) => table.get(letter)).find((one) => one !== undefined);
    return start?.(at) ?? { type: 'text', end: at + 1 };
  };
}

/** What a letter that means something may begin. */
type Starts = ReadonlyMap<string, (at: number) => MfmToken | null>;

function codeStarts(text: string): Starts {
  const [nextClose, nextLine] = [finder(text, '\\)'), finder(text, '\n')];
  return new Map([
    [
      '`',
      (at) => {
        const [whole, value = ''] = match(inlineCode, text, at);
        return whole === undefined ? null : { type: 'code', value, end: at + whole.length };
      },
    ],
    [
      '\\',
      (at) => {
        const [end, line] = [nextClose(at + 2), nextLine(at)];
        const isFormula = text[at + 1] === '(' && end > at + 2 && (line < 0 || end < line);
        return isFormula ? { type: 'code', value: text.slice(at + 2, end), end: end + 2 } : null;
      },
    ],
  ]);
}

function wordStarts(text: string): Starts {
  const afterWord = (at: number) => alphanumeric.test(text[at - 1] ?? '');
  return new Map([
    ['h', (at) => urlAt(text, at)],
    ['@', (at) => (afterWord(at) ? null : mentionAt(text, at))],
    ['#', (at) => (afterWord(at) ? null : hashtagAt(text, at))],
    [
      ':',
      (at) => {
        const [whole] = afterWord(at) ? [] : match(emojiCode, text, at);
        return whole === undefined ? null : { type: 'text', end: at + whole.length };
      },
    ],
    ['*', (at) => starsAt(text, at) ?? (afterWord(at) ? null : markedAt(text, at, '*'))],
    ['_', (at) => markedAt(text, at, '__') ?? (afterWord(at) ? null : markedAt(text, at, '_'))],
  ]);
}

function frameStarts(text: string): Starts {
  const nextPlainEnd = finder(text, '</plain>');
  return new Map([
    ['<', (at) => plainAt(text, at, nextPlainEnd) ?? tagAt(text, at) ?? angledUrlAt(text, at)],
    ['~', (at) => signAt(text, at, '~~')],
    [
      '$',
      (at) => {
        const [whole, name] = match(fn, text, at);
        return whole === undefined
          ? null
          : { type: 'open', frame: 'fn', name, end: at + whole.length };
      },
    ],
    ['[', (at) => ({ type: 'open', frame: 'label', end: at + 1 })],
    ['?', (at) => (text[at + 1] === '[' ? { type: 'open', frame: 'label', end: at + 2 } : null)],
    [']', (at) => ({ type: 'close', frames: ['label', 'fn'], end: at + 1 })],
    ['\n', (at) => ({ type: 'newline', end: at + 1 })],
  ]);
}

function plainAt(text: string, at: number, nextEnd: (from: number) => number): MfmToken | null {
  if (!text.startsWith('<plain>', at)) return null;
  const start = at + '<plain>'.length;
  const end = nextEnd(start);
  const isPlain = end > start;
  const value = isPlain ? text.slice(start, end).trim() : '';
  return isPlain ? { type: 'plain', value, end: end + '</plain>'.length } : null;
}

function starsAt(text: string, at: number): MfmToken | null {
  if (text.startsWith('***', at)) return { type: 'toggle', frames: ['***', '**'], end: at + 3 };
  return signAt(text, at, '**');
}

function signAt(text: string, at: number, sign: '**' | '~~'): MfmToken | null {
  return text.startsWith(sign, at) ? { type: 'toggle', frames: [sign], end: at + 2 } : null;
}

/** The address behind a label, and where its closing bracket ends. */
export function targetAt(text: string, at: number): { url: string; end: number } | null {
  if (text[at] !== '(') return null;
  const found = urlAt(text, at + 1) ?? angledUrlAt(text, at + 1);
  return found?.type === 'url' && text[found.end] === ')'
    ? { url: found.url, end: found.end + 1 }
    : null;
}

function tagAt(text: string, at: number): MfmToken | null {
  const [whole, slash, name] = match(tag, text, at);
  if (whole === undefined) return null;
  const frame = `<${name as MarkName}>` as const;
  const end = at + whole.length;
  return slash === undefined
    ? { type: 'open', frame, end }
    : { type: 'close', frames: [frame], end };
}

function angledUrlAt(text: string, at: number): MfmToken | null {
  const [whole, url = ''] = match(angled, text, at);
  return whole === undefined ? null : { type: 'url', url, end: at + whole.length };
}

function markedAt(text: string, at: number, sign: keyof typeof marked): MfmToken | null {
  const [whole, value = ''] = match(marked[sign], text, at);
  if (whole === undefined) return null;
  return { type: 'marked', mark: sign === '__' ? 'b' : 'i', value, end: at + whole.length };
}

function mentionAt(text: string, at: number): MfmToken | null {
  const [whole, name = '', place] = match(mention, text, at);
  if (whole === undefined) return null;
  const host = place === undefined ? '' : withoutEnd(place, '.-');
  const user = host === '' ? withoutEnd(name, '.-') : name;
  const isName = (part: string) => part !== '' && !'.-'.includes(part[0] ?? '');
  const isValid = isName(user) && withoutEnd(user, '.-') === user && (host === '' || isName(host));
  if (!isValid || (place !== undefined && host === ''))
    return { type: 'text', end: at + whole.length };
  const end = at + 1 + user.length + (host === '' ? 0 : 1 + host.length);
  return { type: 'mention', user, host: host === '' ? null : host, end };
}

function hashtagAt(text: string, at: number): MfmToken | null {
  const end = runEnd(text, at + 1, tagLetter, tagBrackets);
  const name = text.slice(at + 1, end);
  return name === '' || /^\d+$/.test(name) ? null : { type: 'hashtag', tag: name, end };
}

function urlAt(text: string, at: number): MfmToken | null {
  const [scheme] = match(urlStart, text, at);
  if (scheme === undefined) return null;
  const start = at + scheme.length;
  const rest = withoutEnd(text.slice(start, runEnd(text, start, urlLetter, urlBrackets)), '.,');
  return rest === '' ? null : { type: 'url', url: scheme + rest, end: start + rest.length };
}

/** Where a run of letters ends; brackets belong to it in pairs alone. */
function runEnd(
  text: string,
  start: number,
  letter: RegExp,
  brackets: Readonly<Record<string, string>>,
): number {
  const open: { readonly at: number; readonly closer: string }[] = [];
  let at = start;
  for (; at < text.length && open.length <= deepestBrackets; at += 1) {
    const one = text[at] ?? '';
    const closer = brackets[one];
    if (one === open.at(-1)?.closer) open.pop();
    else if (closer !== undefined) open.push({ at, closer });
    else if (!letter.test(one)) break;
  }
  return open[0]?.at ?? at;
}

function withoutEnd(value: string, letters: string): string {
  let end = value.length;
  while (end > 0 && letters.includes(value[end - 1] ?? '')) end -= 1;
  return value.slice(0, end);
}

function match(sticky: RegExp, text: string, at: number): RegExpExecArray | [] {
  sticky.lastIndex = at;
  return sticky.exec(text) ?? [];
}

/** The next place of a needle, from positions that only grow: each part of the text is searched once. */
function finder(text: string, needle: string): (from: number) => number {
  let found = -2;
  return (from) => {
    if (found !== -1 && found < from) found = text.indexOf(needle, from);
    return found;
  };
}
