import { Parser } from 'htmlparser2';
import { date, fields, text, webUrl } from '../outbound/untrusted.js';
import { arrangeEntities } from './tweet-parts-mapping.js';
import type { EntityShape, Tweet, TweetAuthor, TweetEntity } from './tweet.js';

/** X's oEmbed response: the text is read out of the blockquote, the rest is not known. */
export function fromOembed(body: unknown): Tweet {
  const raw = fields(body);
  const html = text(raw['html']) ?? '';
  const { plain, entities } = readParagraph(/<p\b[^>]*>([^]*?)<\/p>/.exec(html)?.[1] ?? '');
  return {
    id: text(raw['id']) ?? '',
    source: 'oembed',
    text: plain,
    displayRange: { start: 0, end: Array.from(plain).length },
    entities,
    author: authorOf(text(raw['author_name']), webUrl(raw['author_url'])),
    createdAt: date(/<a\b[^>]*>([^<]*)<\/a><\/blockquote>/.exec(html)?.[1]?.concat(' UTC')),
    lang: /<p\b[^>]*\blang="([\w-]+)"/.exec(html)?.[1] ?? null,
    media: [],
    card: null,
    poll: null,
    quoted: null,
    repost: null,
    replyTo: null,
    edited: false,
    isLongCut: false,
    sensitive: false,
    counts: { replies: null, likes: null, reposts: null, quotes: null },
  };
}

function authorOf(name: string | null, url: string | null): TweetAuthor | null {
  const username = url === null ? undefined : /\/(\w{1,32})$/.exec(new URL(url).pathname)?.[1];
  if (username === undefined) return null;
  const unknown = { id: null, avatarUrl: null, avatarShape: 'circle', verified: null } as const;
  return { ...unknown, name: name ?? username, username };
}

function readParagraph(html: string): { plain: string; entities: TweetEntity[] } {
  const entities: TweetEntity[] = [];
  let plain = '';
  for (const piece of html.replaceAll(/<br\s*\/?>/g, '\n').split(/(<a\b[^>]*>[^]*?<\/a>)/)) {
    const words = plainText(piece);
    const start = Array.from(plain).length;
    const entity = piece.startsWith('<a') ? entityOf(words, hrefOf(piece)) : null;
    if (entity) entities.push({ ...entity, start, end: start + Array.from(words).length });
    plain += words;
  }
  return { plain, entities: arrangeEntities(entities) };
}

function entityOf(words: string, url: string | null): EntityShape | null {
  if (/^@\w+$/.test(words)) return { kind: 'mention', username: words.slice(1) };
  if (words.startsWith('#')) return { kind: 'hashtag', tag: words.slice(1) };
  if (words.startsWith('$')) return { kind: 'cashtag', symbol: words.slice(1) };
  if (url === null) return null;
  const kind = /^pic\.(twitter|x)\.com\//.test(words) ? 'media' : 'url';
  return { kind, url, expandedUrl: url, displayUrl: words };
}

function hrefOf(anchor: string): string | null {
  return webUrl(plainText(/\bhref="([^"]*)"/.exec(anchor)?.[1] ?? ''));
}

/** The text between the tags, with every character reference decoded. */
function plainText(html: string): string {
  let plain = '';
  const parser = new Parser({ ontext: (piece) => void (plain += piece) });
  parser.end(html);
  return plain;
}
