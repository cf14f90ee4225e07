import { dayOrMoment } from '../outbound/day-or-moment.js';
import { count, date, fields, type Fields, list, text, webUrl } from '../outbound/untrusted.js';
import * as parts from './tweet-parts-mapping.js';
import type { QuotedTweet, Tweet, TweetAuthor, TweetCard, TweetMedia, TweetPoll } from './tweet.js';

/** The response of `tweet-result`, checked field by field. */
export function fromSyndication(body: unknown): Tweet {
  const raw = fields(body);
  const quoted = fields(raw['quoted_tweet']);
  const hasQuote = text(quoted['id_str']) !== null;
  return { ...oneTweet(raw), quoted: hasQuote ? oneTweet(quoted) : null, repost: null };
}

const names: parts.NameGroups = {
  hashtag: ['hashtags', 'text'],
  cashtag: ['symbols', 'text'],
  mention: ['user_mentions', 'screen_name'],
};

function oneTweet(raw: Fields): QuotedTweet {
  const plain = parts.unescapeText(text(raw['text']) ?? '');
  const entities = parts.readEntities(fields(raw['entities']), plain, names);
  const card = fields(raw['card']);
  return {
    id: text(raw['id_str']) ?? '',
    source: 'syndication',
    text: plain.text,
    displayRange: parts.shownRange(raw['display_text_range'], plain, entities),
    entities,
    author: authorOf(fields(raw['user'])),
    createdAt: dayOrMoment(raw['created_at']),
    lang: text(raw['lang']),
    media: list(raw['mediaDetails']).map((item) => mediaOf(fields(item))),
    card: cardOf(card),
    poll: pollOf(card),
    replyTo: parts.replyTo(
      text(raw['in_reply_to_screen_name']),
      text(raw['in_reply_to_status_id_str']),
    ),
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

const shapes = new Map<unknown, TweetAuthor['avatarShape']>([
  ['Square', 'square'],
  ['Hexagon', 'hexagon'],
]);

function authorOf(user: Fields): TweetAuthor | null {
  const username = text(user['screen_name']);
  if (username === null) return null;
  return {
    id: text(user['id_str']),
    name: text(user['name']) ?? username,
    username,
    avatarUrl: parts.largeAvatar(webUrl(user['profile_image_url_https'])),
    avatarShape: shapes.get(user['profile_image_shape']) ?? 'circle',
    verified: verifiedOf(user),
  };
}

function verifiedOf(user: Fields): TweetAuthor['verified'] {
  const type = text(user['verified_type'])?.toLowerCase();
  if (type === 'business' || type === 'government') return type;
  if (user['is_blue_verified'] === true) return 'blue';
  return user['verified'] === true ? 'legacy' : null;
}

/** One of `mediaDetails`. */
function mediaOf(item: Fields): TweetMedia {
  const kind = parts.mediaKind(item['type']);
  const original = fields(item['original_info']);
  const film = fields(item['video_info']);
  const address = webUrl(item['media_url_https']);
  return {
    kind,
    mediaKey: null,
    imageUrl: address && kind === 'photo' ? parts.largePhoto(address) : address,
    width: count(original['width']),
    height: count(original['height']),
    alt: text(item['ext_alt_text']),
    variants: kind === 'photo' ? [] : parts.variantsOf(film['variants']),
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
const domainNames = ['vanity_url', 'domain'];
const urlNames = ['card_url', 'website_url', 'broadcast_url', 'event_url'];
// With a picture beside the words; all others have it above them.
const smallCards = /^(?:\d+:)?(?:summary|app|audio)$/;

const valueOf = (card: Fields, name: string) => fields(fields(card['binding_values'])[name]);
const wordOf = (card: Fields, name: string) => text(valueOf(card, name)['string_value']);

/** `null` for polls, and for cards without a title (spaces, and X's own "unified" ones). */
function cardOf(card: Fields): TweetCard | null {
  const first = (names: readonly string[]) =>
    names.map((name) => wordOf(card, name)).find((word) => word !== null) ?? null;
  const title = first(titleNames);
  const url = webUrl(card['url']) ?? webUrl(first(urlNames));
  const name = text(card['name']) ?? '';
  if (title === null || url === null || name.startsWith('poll')) return null;
  const images = imageNames.map((one) =>
    parts.cardImage(fields(valueOf(card, one)['image_value'])),
  );
  return {
    url,
    title,
    description: first(descriptionNames),
    domain: first(domainNames),
    size: smallCards.test(name) ? 'small' : 'large',
    image: images.find((image) => image !== null) ?? null,
  };
}

function pollOf(card: Fields): TweetPoll | null {
  const choices = Number(/^poll([2-4])choice_/.exec(text(card['name']) ?? '')?.[1] ?? 0);
  if (choices === 0) return null;
  const options = Array.from({ length: choices }, (_, index) => ({
    label: wordOf(card, `choice${index + 1}_label`) ?? '',
    votes: count(wordOf(card, `choice${index + 1}_count`)),
  }));
  return {
    options,
    total: parts.totalOf(options),
    endsAt: date(wordOf(card, 'end_datetime_utc')),
    final: valueOf(card, 'counts_are_final')['boolean_value'] === true,
  };
}
