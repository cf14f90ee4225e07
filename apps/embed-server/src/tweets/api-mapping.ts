import { count, date, fields, list, text, webUrl, type Fields } from '../outbound/untrusted.js';
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
  TweetEntity,
  TweetMedia,
  TweetPoll,
  TweetRepost,
} from './tweet.js';

/** `{data, includes}` of API v2, checked field by field. */
export function fromApi(body: unknown): Tweet {
  const includes = fields(fields(body)['includes']);
  const data = fields(fields(body)['data']);
  // A retweet's own text is cut; what was retweeted stands whole beside it.
  const original = referenced(data, 'retweeted', includes);
  const shown = original ?? data;
  const quoted = referenced(shown, 'quoted', includes);
  return {
    ...oneTweet(shown, includes),
    quoted: quoted && oneTweet(quoted, includes),
    repost: original && repostOf(data, includes),
  };
}

function repostOf(data: Fields, includes: Fields): TweetRepost {
  const author = byId(includes['users'], 'id', data['author_id']);
  return { id: text(data['id']) ?? '', author: author && authorOf(author) };
}

function referenced(data: Fields, type: string, includes: Fields): Fields | null {
  const id = referencedId(data, type);
  return id === null ? null : byId(includes['tweets'], 'id', id);
}

function referencedId(data: Fields, type: string): string | null {
  const found = list(data['referenced_tweets']).find((item) => fields(item)['type'] === type);
  return text(fields(found)['id']);
}

function byId(items: unknown, name: string, id: unknown): Fields | null {
  const found = list(items).find((item) => fields(item)[name] === id);
  return found === undefined || id == null ? null : fields(found);
}

function oneTweet(raw: Fields, includes: Fields): QuotedTweet {
  const long = fields(raw['note_tweet']);
  const whole = text(long['text']) === null ? raw : long;
  const plain = unescapeText(text(whole['text']) ?? '');
  const entities =
    whole['entities'] == null ? bareLinks(plain) : entitiesOf(fields(whole['entities']), plain);
  const metrics = fields(raw['public_metrics']);
  const author = byId(includes['users'], 'id', raw['author_id']);
  return {
    id: text(raw['id']) ?? '',
    source: 'api',
    text: plain.text,
    displayRange: displayRangeOf(raw, whole, plain, entities),
    entities,
    author: author && authorOf(author),
    createdAt: date(raw['created_at']),
    lang: text(raw['lang']),
    media: mediaOf(raw, includes),
    card: cardOf(raw),
    poll: pollOf(raw, includes),
    replyTo: replyOf(raw, includes),
    edited: list(raw['edit_history_tweet_ids']).length > 1,
    isLongCut: false,
    sensitive: raw['possibly_sensitive'] === true,
    counts: {
      replies: count(metrics['reply_count']),
      likes: count(metrics['like_count']),
      reposts: count(metrics['retweet_count']),
      quotes: count(metrics['quote_count']),
    },
  };
}

function displayRangeOf(raw: Fields, whole: Fields, plain: PlainText, entities: TweetEntity[]) {
  const [start, end] = whole === raw ? list(raw['display_text_range']).map(count) : [];
  const from = start == null ? 0 : plain.at(start);
  const range = { start: from, end: end == null ? plain.length : Math.max(from, plain.at(end)) };
  const quotedId = referencedId(raw, 'quoted');
  const isHidden = (entity: TweetEntity) =>
    entity.kind === 'media' ||
    (entity.kind === 'url' &&
      quotedId !== null &&
      entity.expandedUrl.endsWith(`/status/${quotedId}`));
  return trimTrailingLinks(plain.text, range, isHidden, entities);
}

// `annotations` are left out: their indices are unlike all others.
function entitiesOf(groups: Fields, plain: PlainText): TweetEntity[] {
  const all = (group: string, shapeOf: (item: Fields) => EntityShape | null) =>
    readEntities(groups[group], plain, ({ start, end }) => [start, end], shapeOf);
  return arrangeEntities([
    ...all('urls', (item) => linkOf(item, isMediaLink(item) ? 'media' : 'url')),
    ...all('hashtags', (item) => named(item, 'tag', (tag) => ({ kind: 'hashtag', tag }))),
    ...all('cashtags', (item) => named(item, 'tag', (symbol) => ({ kind: 'cashtag', symbol }))),
    ...all('mentions', (item) =>
      named(item, 'username', (username) => ({ kind: 'mention', username })),
    ),
  ]);
}

// A tweet without any entity field: the shortener's addresses are links all the same.
function bareLinks({ text: plain }: PlainText): TweetEntity[] {
  return Array.from(plain.matchAll(/https:\/\/t\.co\/\w+/g), (match) => {
    const [url] = match;
    const start = Array.from(plain.slice(0, match.index)).length;
    const link = { kind: 'url', url, expandedUrl: url, displayUrl: url } as const;
    return { ...link, start, end: start + url.length };
  });
}

function isMediaLink(item: Fields): boolean {
  const shown = text(item['display_url']) ?? '';
  return text(item['media_key']) !== null || /^pic\.(twitter|x)\.com\//.test(shown);
}

function authorOf(user: Fields): TweetAuthor | null {
  const username = text(user['username']);
  if (username === null) return null;
  const type = text(user['verified_type']);
  const typed = type === 'blue' || type === 'business' || type === 'government' ? type : null;
  return {
    id: text(user['id']),
    name: text(user['name']) ?? username,
    username,
    avatarUrl: largeAvatar(webUrl(user['profile_image_url'])),
    avatarShape: typed === 'business' ? 'square' : 'circle',
    verified: typed ?? (user['verified'] === true && type === null ? 'legacy' : null),
  };
}

function mediaOf(raw: Fields, includes: Fields): TweetMedia[] {
  const keys = list(fields(raw['attachments'])['media_keys']);
  return keys.flatMap((key) => {
    const item = byId(includes['media'], 'media_key', key);
    return item ? [oneMedia(item)] : [];
  });
}

function oneMedia(item: Fields): TweetMedia {
  const kind = mediaKind(item['type']);
  const address = webUrl(item['url']) ?? webUrl(item['preview_image_url']);
  return {
    kind,
    mediaKey: text(item['media_key']),
    imageUrl: address && kind === 'photo' ? largePhoto(address) : address,
    width: count(item['width']),
    height: count(item['height']),
    alt: text(item['alt_text']),
    variants: kind === 'photo' ? [] : variantsOf(item['variants'], 'bit_rate'),
    durationMs: kind === 'photo' ? null : count(item['duration_ms']),
    available: true,
  };
}

function cardOf(raw: Fields): TweetCard | null {
  const links = list(fields(raw['entities'])['urls']).map(fields);
  const link = links.findLast((item) => text(item['title']) !== null);
  const url = link && (webUrl(link['unwound_url']) ?? webUrl(link['expanded_url']));
  if (!link || !url) return null;
  const image = fields(list(link['images'])[0]);
  const imageUrl = webUrl(image['url']);
  const [width, height] = [count(image['width']), count(image['height'])];
  return {
    url,
    title: text(link['title']) ?? '',
    description: text(link['description']),
    domain: new URL(url).hostname,
    size: (width ?? 0) > (height ?? 0) ? 'large' : 'small',
    image: imageUrl === null ? null : { url: imageUrl, width, height, alt: null },
  };
}

function pollOf(raw: Fields, includes: Fields): TweetPoll | null {
  const poll = byId(includes['polls'], 'id', list(fields(raw['attachments'])['poll_ids'])[0]);
  if (poll === null) return null;
  const options = list(poll['options'])
    .map(fields)
    .sort((one, other) => (count(one['position']) ?? 0) - (count(other['position']) ?? 0))
    .map((item) => ({ label: text(item['label']) ?? '', votes: count(item['votes']) }));
  const endsAt = date(poll['end_datetime']);
  return { options, total: totalOf(options), endsAt, final: poll['voting_status'] === 'closed' };
}

function replyOf(raw: Fields, includes: Fields) {
  const user = byId(includes['users'], 'id', raw['in_reply_to_user_id']);
  const username = text(user?.['username']);
  const tweetId = referencedId(raw, 'replied_to');
  return username === null && tweetId === null ? null : { username, tweetId };
}
