import { count, date, fields, list, text, webUrl, type Fields } from '../outbound/untrusted.js';
import { cardOf, pollOf } from './syndication-card-mapping.js';
import { mediaOf } from './syndication-media-mapping.js';
import {
  arrangeEntities,
  trimTrailingLinks,
  unescapeText,
  type PlainText,
} from './tweet-text-mapping.js';
import type { QuotedTweet, Tweet, TweetAuthor, TweetEntity, TweetReplyTo } from './tweet.js';

/** The answer of `tweet-result`, checked field by field. */
export function fromSyndication(body: unknown): Tweet {
  const raw = fields(body);
  const quoted = fields(raw['quoted_tweet']);
  return {
    ...oneTweet(raw),
    quoted: text(quoted['id_str']) === null ? null : oneTweet(quoted),
    repost: null,
  };
}

function oneTweet(raw: Fields): QuotedTweet {
  const plain = unescapeText(text(raw['text']) ?? '');
  const entities = entitiesOf(raw, plain);
  return {
    id: text(raw['id_str']) ?? '',
    source: 'syndication',
    text: plain.text,
    displayRange: displayRangeOf(raw, plain, entities),
    entities,
    author: authorOf(fields(raw['user'])),
    createdAt: date(raw['created_at']),
    lang: text(raw['lang']),
    media: list(raw['mediaDetails']).map((item) => mediaOf(fields(item))),
    card: cardOf(fields(raw['card'])),
    poll: pollOf(fields(raw['card'])),
    replyTo: replyOf(raw),
    edited: raw['isEdited'] === true,
    isLongCut: raw['note_tweet'] != null,
    sensitive: raw['possibly_sensitive'] === true,
    counts: {
      replies: count(raw['conversation_count']),
      likes: count(raw['favorite_count']),
      reposts: null,
      quotes: null,
    },
  };
}

function displayRangeOf(raw: Fields, plain: PlainText, entities: readonly TweetEntity[]) {
  const [start, end] = list(raw['display_text_range']).map(count);
  const from = start == null ? 0 : plain.at(start);
  const range = { start: from, end: end == null ? plain.length : Math.max(from, plain.at(end)) };
  return trimTrailingLinks(plain.text, range, ({ kind }) => kind === 'media', entities);
}

function entitiesOf(raw: Fields, plain: PlainText): TweetEntity[] {
  const groups = fields(raw['entities']);
  const all = (name: string, make: (item: Fields) => Omit<TweetEntity, 'start' | 'end'> | null) =>
    list(groups[name]).flatMap((value) => {
      const item = fields(value);
      const [start, end] = list(item['indices']).map(count);
      const entity = make(item);
      if (start == null || end == null || entity === null) return [];
      return [{ ...entity, start: plain.at(start), end: plain.at(end) } as TweetEntity];
    });
  return arrangeEntities([
    ...all('urls', (item) => linkOf(item, 'url')),
    ...all('media', (item) => linkOf(item, 'media')),
    ...all('hashtags', (item) => named(item, 'text', (tag) => ({ kind: 'hashtag', tag }))),
    ...all('symbols', (item) => named(item, 'text', (symbol) => ({ kind: 'cashtag', symbol }))),
    ...all('user_mentions', (item) =>
      named(item, 'screen_name', (username) => ({ kind: 'mention', username })),
    ),
  ]);
}

function named<T>(item: Fields, name: string, make: (value: string) => T): T | null {
  const value = text(item[name]);
  return value === null ? null : make(value);
}

/** The shape is the same in API v2 but for the indices. */
export function linkOf(item: Fields, kind: 'url' | 'media') {
  const url = webUrl(item['url']);
  if (url === null) return null;
  const expandedUrl = webUrl(item['expanded_url']) ?? url;
  return { kind, url, expandedUrl, displayUrl: text(item['display_url']) ?? expandedUrl };
}

const shapes = { Circle: 'circle', Square: 'square', Hexagon: 'hexagon' } as const;

function authorOf(user: Fields): TweetAuthor | null {
  const username = text(user['screen_name']);
  if (username === null) return null;
  const shape = text(user['profile_image_shape']) as keyof typeof shapes | null;
  return {
    id: text(user['id_str']),
    name: text(user['name']) ?? username,
    username,
    avatarUrl: largeAvatar(webUrl(user['profile_image_url_https'])),
    avatarShape: shapes[shape ?? 'Circle'] ?? 'circle',
    verified: verifiedOf(user),
  };
}

/** `_normal` is 48 pixels wide; `_400x400` is the sharpest that is sure to be square. */
export function largeAvatar(url: string | null): string | null {
  return url?.replace(/_normal(\.\w+)$/, '_400x400$1') ?? null;
}

function verifiedOf(user: Fields): TweetAuthor['verified'] {
  const type = text(user['verified_type'])?.toLowerCase();
  if (type === 'business' || type === 'government') return type;
  if (user['is_blue_verified'] === true) return 'blue';
  return user['verified'] === true ? 'legacy' : null;
}

function replyOf(raw: Fields): TweetReplyTo | null {
  const username = text(raw['in_reply_to_screen_name']);
  const tweetId = text(raw['in_reply_to_status_id_str']);
  return username === null && tweetId === null ? null : { username, tweetId };
}
