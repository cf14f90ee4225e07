import { count, date, fields, type Fields, list, text, webUrl } from '../outbound/untrusted.js';
import {
  arrangeEntities,
  largeAvatar,
  largePhoto,
  linkOf,
  mediaKind,
  named,
  readEntities,
  totalOf,
  trimTrailingLinks,
  unescapeText,
  variantsOf,
  type PlainText,
} from './tweet-parts-mapping.js';
import type {
  EntityShape,
  QuotedTweet,
  Tweet,
  TweetAuthor,
  TweetCard,
  TweetCardImage,
  TweetEntity,
  TweetMedia,
  TweetPoll,
  TweetReplyTo,
} from './tweet.js';

/** The response of `tweet-result`, checked field by field. */
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
  const all = (group: string, shapeOf: (item: Fields) => EntityShape | null) =>
    readEntities(groups[group], plain, (item) => list(item['indices']), shapeOf);
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

/** One of `mediaDetails`. */
export function mediaOf(item: Fields): TweetMedia {
  const kind = mediaKind(item['type']);
  const original = fields(item['original_info']);
  const film = fields(item['video_info']);
  const address = webUrl(item['media_url_https']);
  return {
    kind,
    mediaKey: null,
    imageUrl: address && kind === 'photo' ? largePhoto(address) : address,
    width: count(original['width']),
    height: count(original['height']),
    alt: text(item['ext_alt_text']),
    variants: kind === 'photo' ? [] : variantsOf(film['variants'], 'bitrate'),
    durationMs: count(film['duration_millis']),
    available: /^(available)?$/i.test(text(fields(item['ext_media_availability'])['status']) ?? ''),
  };
}

// Each kind of card has names of its own for the same things. Best first.
const imageNames = [
  'photo_image_full_size_large',
  'summary_photo_image_large',
  'thumbnail_image_large',
  'player_image_large',
  'player_image',
  'promo_image_large',
  'broadcast_thumbnail_large',
  'event_thumbnail_large',
  'thumbnail_large',
  'thumbnail_image',
];
const titleNames = ['title', 'broadcast_title', 'event_title', 'app_name'];
const descriptionNames = ['description', 'broadcaster_display_name', 'event_subtitle'];
const urlNames = ['card_url', 'website_url', 'broadcast_url', 'event_url'];
// With a picture beside the words; all others have it above them.
const smallCards = /^(?:\d+:)?(?:summary|app|audio)$/;

/** `null` for polls, and for cards without a title (spaces, and X's own "unified" ones). */
export function cardOf(card: Fields): TweetCard | null {
  const values = fields(card['binding_values']);
  const word = (name: string) => text(fields(values[name])['string_value']);
  const first = (names: readonly string[]) => names.map(word).find((one) => one !== null) ?? null;
  const title = first(titleNames);
  const url = webUrl(card['url']) ?? webUrl(first(urlNames));
  const name = text(card['name']) ?? '';
  if (title === null || url === null || name.startsWith('poll')) return null;
  return {
    url,
    title,
    description: first(descriptionNames),
    domain: word('vanity_url') ?? word('domain'),
    size: smallCards.test(name) ? 'small' : 'large',
    image: imageOf(values),
  };
}

function imageOf(values: Fields): TweetCardImage | null {
  for (const name of imageNames) {
    const image = fields(fields(values[name])['image_value']);
    const url = webUrl(image['url']);
    if (url === null) continue;
    const [width, height] = [count(image['width']), count(image['height'])];
    return { url, width, height, alt: text(image['alt']) };
  }
  return null;
}

export function pollOf(card: Fields): TweetPoll | null {
  const choices = Number(/^poll([2-4])choice_/.exec(text(card['name']) ?? '')?.[1] ?? 0);
  if (choices === 0) return null;
  const values = fields(card['binding_values']);
  const word = (name: string) => text(fields(values[name])['string_value']);
  const options = Array.from({ length: choices }, (_, index) => ({
    label: word(`choice${index + 1}_label`) ?? '',
    votes: count(word(`choice${index + 1}_count`)),
  }));
  return {
    options,
    total: totalOf(options),
    endsAt: date(word('end_datetime_utc')),
    final: fields(values['counts_are_final'])['boolean_value'] === true,
  };
}
