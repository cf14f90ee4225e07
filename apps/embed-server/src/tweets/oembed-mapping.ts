import { Parser } from 'htmlparser2';
import { dayOrMoment } from '../outbound/day-or-moment.js';
import { fields, text, webUrl } from '../outbound/untrusted.js';
import { arrangeEntities } from './tweet-parts-mapping.js';
import type { EntityShape, Tweet, TweetAuthor, TweetEntity } from './tweet.js';

/** X's oEmbed response: the text is read out of the blockquote, the rest is not known. */
export function fromOembed(body: unknown): Tweet {
  const raw = fields(body);
  const { points, entities, lang, postedOn } = readBlockquote(text(raw['html']) ?? '');
  return {
    id: text(raw['id']) ?? '',
    source: 'oembed',
    text: points.join(''),
    displayRange: { start: 0, end: points.length },
    entities: arrangeEntities(entities),
    author: authorOf(text(raw['author_name']), webUrl(raw['author_url'])),
    createdAt: dayOrMoment(postedOn),
    lang,
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

/** Each tag that is left open costs the parser time at every later one; in a post of X three are open at once. */
const deepest = 50;
/** Characters that the parser is given at once: so much more than it may it reads at most. */
const piece = 1024;

/** The words and links of the first paragraph, and the words of the last link behind it: the date. */
function readBlockquote(html: string) {
  const points: string[] = [];
  const entities: TweetEntity[] = [];
  let where: 'before' | 'inside' | 'behind' = 'before';
  let lang: string | null = null;
  let postedOn = '';
  let link: { readonly url: string | null; readonly start: number } | null = null;
  let depth = 0;
  const parser = new Parser({
    onopentag: (name, { href, ...attributes }) => {
      depth += 1;
      if (name === 'p' && where === 'before') {
        where = 'inside';
        lang = text(attributes['lang']);
      }
      if (name === 'br' && where === 'inside') points.push('\n');
      if (name === 'a') link = { url: webUrl(href), start: points.length };
      if (name === 'a' && where === 'behind') postedOn = '';
    },
    ontext: (words) => {
      if (where === 'inside') for (const point of words) points.push(point);
      if (where === 'behind' && link !== null) postedOn += words;
    },
    onclosetag: (name) => {
      depth -= 1;
      if (name === 'p' && where === 'inside') where = 'behind';
      if (name !== 'a' || link === null) return;
      const { url, start } = link;
      const shape = where === 'inside' ? entityOf(points.slice(start).join(''), url) : null;
      if (shape) entities.push({ ...shape, start, end: points.length });
      link = null;
    },
  });
  for (let at = 0; at < html.length && depth <= deepest; at += piece) {
    parser.write(html.slice(at, at + piece));
  }
  parser.end();
  return { points, entities, lang, postedOn };
}

function entityOf(words: string, url: string | null): EntityShape | null {
  if (/^@\w+$/.test(words)) return { kind: 'mention', name: words.slice(1) };
  if (words.startsWith('#')) return { kind: 'hashtag', name: words.slice(1) };
  if (words.startsWith('$')) return { kind: 'cashtag', name: words.slice(1) };
  if (url === null) return null;
  const kind = /^pic\.(twitter|x)\.com\//.test(words) ? 'media' : 'url';
  return { kind, url, expandedUrl: url, displayUrl: words };
}
