import { webUrl } from '../upstream/untrusted.js';
import { escapeHtml, linkHtml, paragraphs } from './plain-text-mapping.js';

const token = new RegExp(
  [
    String.raw`\??\[(?<label>[^\[\]\n]{1,500})\]\((?<target>https?://[^\s()]{1,2000})\)`,
    String.raw`<?(?<url>https?://[^\s<>"'\[\]「」（）]{1,2000}[^\s<>"'\[\]「」（）.,!?:;)、。])>?`,
    String.raw`(?<![\w@])@(?<user>\w[\w-]{0,127})(?:@(?<host>[a-z\d-]+(?:\.[a-z\d-]+)+))?`,
    String.raw`(?<![\p{L}\p{N}&#])#(?<tag>[\p{L}\p{N}_]{1,128})`,
  ].join('|'),
  'giu',
);

/**
 * Misskey's markup as text: links, mentions and hashtags live, the rest as it was written. `origin` is the asked
 * instance; `host` the author's, at which a mention without one is at home.
 */
export function mfmToHtml(mfm: string, origin: string, host: string): string {
  if (mfm.trim() === '') return '';
  const pieces: string[] = [];
  let position = 0;
  for (const match of mfm.matchAll(token)) {
    pieces.push(escapeHtml(mfm.slice(position, match.index)), tokenHtml(match, origin, host));
    position = match.index + match[0].length;
  }
  return paragraphs(pieces.join('') + escapeHtml(mfm.slice(position)));
}

function tokenHtml(match: RegExpMatchArray, origin: string, home: string): string {
  const { label, target, url, user, host = home, tag } = match.groups ?? {};
  if (user !== undefined) {
    const isLocal = host === new URL(origin).host;
    return linkHtml(`${origin}/@${user}${isLocal ? '' : `@${host}`}`, match[0]);
  }
  if (tag !== undefined) return linkHtml(`${origin}/tags/${encodeURIComponent(tag)}`, match[0]);
  const href = webUrl(target ?? url);
  return href === null ? escapeHtml(match[0]) : linkHtml(href, label ?? href);
}

/** Names between colons that may be custom emoji: not those that touch letters, nor times of day. */
export function shortcodesIn(words: string): string[] {
  const found = words.matchAll(/(?<![\p{L}\p{N}]):([a-z_][\w+-]{0,79}):(?![\p{L}\p{N}])/giu);
  return Array.from(found, (match) => match[1] ?? '').slice(0, 100);
}
