import { webUrl } from '../outbound/untrusted.js';
import { createTokenAt, targetAt, type FrameName, type MfmToken } from './mfm-tokens.js';
import { escapeHtml, linkHtml } from './plain-text-mapping.js';

export interface Home {
  /** Of the asked instance: there its links lead. */
  readonly origin: string;
  /** The author's, at which a mention without a host is at home. */
  readonly host: string;
}

/** What was opened and not closed yet; the lowest one is the text itself. */
interface Frame {
  readonly name: FrameName | 'text';
  /** As it stands in the text; if nothing closes the frame, that is all it was. */
  readonly opener: string;
  /** Of `$[name …]`. */
  readonly effect: string | undefined;
  html: string;
  /** What follows `html`, not yet escaped. */
  run: string;
  /** All of it without markup. */
  words: string;
}

/** Deeper ones are text; Misskey stops at the same depth. */
const deepest = 20;

/** Inline markup as HTML. `most`: units of HTML after which the rest is left out. */
export function inlineHtml(text: string, home: Home, most: number): string {
  const tokenAt = createTokenAt(text);
  const frames = createFrames();
  for (let at = 0; at < text.length;) {
    if (frames.written() > most) {
      frames.addText('…');
      break;
    }
    at = write(frames, tokenAt(at), text, at, home);
  }
  return frames.end();
}

/** Gives where the text goes on. */
function write(frames: Frames, token: MfmToken, text: string, at: number, home: Home): number {
  const given = text.slice(at, token.end);
  switch (token.type) {
    case 'newline':
      frames.endLine();
      break;
    case 'open':
      frames.open(token.frame, given, token.name);
      return token.end;
    case 'close': {
      const next = close(frames, token.frames, text, at, token.end);
      if (next !== null) return next;
      break;
    }
    case 'toggle':
      return toggle(frames, token.frames, text, at);
    case 'text':
      break;
    default:
      frames.addHtml(tokenHtml(token, home), 'value' in token ? token.value : given);
      return token.end;
  }
  frames.addText(given);
  return token.end;
}

function toggle(frames: Frames, names: readonly FrameName[], text: string, at: number): number {
  for (const name of names) {
    const next = close(frames, [name], text, at, at + name.length);
    if (next !== null) return next;
  }
  const [name = '**'] = names;
  frames.open(name, name);
  return at + name.length;
}

/** `null` where there is nothing to close. */
function close(
  frames: Frames,
  names: readonly FrameName[],
  text: string,
  at: number,
  end: number,
): number | null {
  const closed = frames.innermost(names);
  if (closed === null) return null;
  const target = closed.name === 'label' ? targetAt(text, end) : null;
  if (closed.name === 'label' && target === null) {
    frames.giveUp();
    return null;
  }
  frames.drop();
  if (closed.html === '' && closed.run === '') {
    frames.addText(closed.opener + text.slice(at, end));
    return end;
  }
  frames.addHtml(frameHtml(closed, target?.url), closed.words);
  return target?.end ?? end;
}

type Frames = ReturnType<typeof createFrames>;

/** What is open at a position, the text itself below all. Each letter is escaped once, when its run ends. */
function createFrames() {
  const open: [Frame, ...Frame[]] = [frame('text', '')];
  const top = () => open.at(-1) ?? open[0];
  let written = 0;
  const giveUpTo = (depth: number) => {
    while (open.length > depth) {
      const given = open.pop();
      if (given) mergeInto(top(), given);
    }
  };
  const addText = (words: string) => {
    top().run += words;
    top().words += words;
    written += words.length;
  };
  return {
    written: () => written,
    addText,
    addHtml(html: string, words: string) {
      append(top(), html, words);
      written += html.length;
    },
    open(name: FrameName, opener: string, effect?: string) {
      if (open.length > deepest) addText(opener);
      else open.push(frame(name, opener, effect));
    },
    /** The innermost of these; what was opened within it and not closed is text. */
    innermost(names: readonly FrameName[]): Frame | null {
      const depth = open.findLastIndex(({ name }) => names.some((one) => one === name));
      if (depth < 0) return null;
      giveUpTo(depth + 1);
      return top();
    },
    drop: () => void open.pop(),
    giveUp: () => giveUpTo(open.length - 1),
    /** Labels and struck words end with their line. */
    endLine() {
      const first = open.findIndex(({ name }) => name === 'label' || name === '~~');
      if (first >= 0) giveUpTo(first);
    },
    end(): string {
      giveUpTo(1);
      return finished(open[0]);
    },
  };
}

function frame(name: Frame['name'], opener: string, effect?: string): Frame {
  return { name, opener, effect, html: '', run: '', words: '' };
}

function append(to: Frame, html: string, words: string): void {
  to.html += escapeHtml(to.run) + html;
  to.run = '';
  to.words += words;
}

function mergeInto(to: Frame, given: Frame): void {
  to.run += given.opener;
  if (given.html !== '') append(to, given.html, '');
  to.run += given.run;
  to.words += given.opener + given.words;
}

const elements = {
  '<b>': 'b',
  '**': 'b',
  '<i>': 'i',
  '<s>': 's',
  '~~': 's',
  '<small>': 'small',
} as const;

function finished({ html, run }: Frame): string {
  return html + escapeHtml(run);
}

function frameHtml(closed: Frame, url: string | undefined): string {
  switch (closed.name) {
    case 'label':
      return webLink(url ?? '', closed.words);
    case 'fn':
      return closed.effect === 'ruby' ? rubyHtml(closed) : finished(closed);
    // What moves or shines there stands still here.
    case '***':
    case 'text':
      return finished(closed);
    default: {
      const element = elements[closed.name];
      return `<${element}>${finished(closed)}</${element}>`;
    }
  }
}

/** `$[ruby base reading]`: the last word is how the rest is read. */
function rubyHtml(closed: Frame): string {
  const run = closed.run.trimEnd();
  const at = Math.max(...[' ', '\u3000', '\t', '\n'].map((space) => run.lastIndexOf(space))) + 1;
  const base = closed.html + escapeHtml(run.slice(0, at).trimEnd());
  const reading = run.slice(at);
  if (reading === '' || base === '') return finished(closed);
  return `<ruby>${base}<rp>(</rp><rt>${escapeHtml(reading)}</rt><rp>)</rp></ruby>`;
}

type Element = Extract<
  MfmToken,
  { type: 'code' | 'plain' | 'marked' | 'url' | 'mention' | 'hashtag' }
>;

function tokenHtml(token: Element, { origin, host: home }: Home): string {
  switch (token.type) {
    case 'code':
      return `<code>${escapeHtml(token.value)}</code>`;
    case 'plain':
      return escapeHtml(token.value);
    case 'marked':
      return `<${token.mark}>${token.value}</${token.mark}>`;
    case 'url':
      return webLink(token.url, token.url);
    case 'mention': {
      const { user, host } = token;
      const at = host ?? home;
      const place = at === new URL(origin).host ? origin : `https://${at}`;
      return linkHtml(`${place}/@${user}`, host === null ? `@${user}` : `@${user}@${host}`);
    }
    case 'hashtag':
      return linkHtml(
        `${origin}/tags/${encodeURIComponent(token.tag.toWellFormed())}`,
        `#${token.tag}`,
      );
  }
}

function webLink(url: string, label: string): string {
  const href = webUrl(url);
  return href === null ? escapeHtml(label) : linkHtml(href, label);
}
