import { dayOrMoment } from '../outbound/day-or-moment.js';
import { count, date, fields, list, text, webUrl, type Fields } from '../outbound/untrusted.js';
import * as parts from './tweet-parts-mapping.js';
import type {
  QuotedTweet,
  Tweet,
  TweetAuthor,
  TweetCard,
  TweetEntity,
  TweetMedia,
  TweetPoll,
} from './tweet.js';

/** `{data, includes}` of API v2, checked field by field. */
export function fromApi(body: unknown): Tweet {
  const includes = fields(fields(body)['includes']);
  const data = fields(fields(body)['data']);
  // A retweet's own text is cut; what was retweeted stands whole beside it.
  const original = referenced(data, 'retweeted', includes);
  const shown = original ?? data;
  const quoted = referenced(shown, 'quoted', includes);
  const repost = original && { id: text(data['id']) ?? '', author: authorOf(data, includes) };
  return { ...oneTweet(shown, includes), quoted: quoted && oneTweet(quoted, includes), repost };
}

function referenced(data: Fields, type: string, includes: Fields): Fields | null {
  return byId(includes['tweets'], 'id', referencedId(data, type));
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
  const plain = parts.unescapeText(text(whole['text']) ?? '');
  const entities =
    whole['entities'] == null
      ? bareLinks(plain)
      : parts.readEntities(fields(whole['entities']), plain, parts.apiNames);
  const range = whole === raw ? raw['display_text_range'] : null;
  const metrics = fields(raw['public_metrics']);
  const repliedTo = byId(includes['users'], 'id', raw['in_reply_to_user_id']);
  return {
    id: text(raw['id']) ?? '',
    source: 'api',
    text: plain.text,
    displayRange: parts.shownRange(range, plain, entities, referencedId(raw, 'quoted')),
    entities,
    author: authorOf(raw, includes),
    createdAt: dayOrMoment(raw['created_at']),
    lang: text(raw['lang']),
    media: mediaOf(raw, includes),
    card: cardOf(raw),
    poll: pollOf(raw, includes),
    replyTo: parts.replyTo(text(repliedTo?.['username']), referencedId(raw, 'replied_to')),
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

// A tweet without any entity field: the shortener's addresses are links all the same.
function bareLinks(plain: parts.PlainText): TweetEntity[] {
  let end = 0;
  const pieces = plain.text.split(/(https:\/\/t\.co\/\w+)/);
  return pieces.flatMap((url, index) => {
    const start = end;
    end += Array.from(url).length;
    const isLink = index % 2 === 1;
    return isLink ? [{ kind: 'url', url, expandedUrl: url, displayUrl: url, start, end }] : [];
  });
}

function authorOf(raw: Fields, includes: Fields): TweetAuthor | null {
  const user = fields(byId(includes['users'], 'id', raw['author_id']));
  const username = text(user['username']);
  if (username === null) return null;
  const type = text(user['verified_type']);
  const typed = type === 'blue' || type === 'business' || type === 'government' ? type : null;
  return {
    id: text(user['id']),
    name: text(user['name']) ?? username,
    username,
    avatarUrl: parts.largeAvatar(webUrl(user['profile_image_url'])),
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
  const kind = parts.mediaKind(item['type']);
  const address = webUrl(item['url']) ?? webUrl(item['preview_image_url']);
  return {
    kind,
    mediaKey: text(item['media_key']),
    imageUrl: address && kind === 'photo' ? parts.largePhoto(address) : address,
    width: count(item['width']),
    height: count(item['height']),
    alt: text(item['alt_text']),
    variants: kind === 'photo' ? [] : parts.variantsOf(item['variants']),
    durationMs: kind === 'photo' ? null : count(item['duration_ms']),
    available: true,
  };
}

function cardOf(raw: Fields): TweetCard | null {
  const links = list(fields(raw['entities'])['urls']).map(fields);
  const link = links.findLast((item) => text(item['title']) !== null);
  const url = link && (webUrl(link['unwound_url']) ?? webUrl(link['expanded_url']));
  if (!link || !url) return null;
  const image = parts.cardImage(fields(list(link['images'])[0]));
  return {
    url,
    title: text(link['title']) ?? '',
    description: text(link['description']),
    domain: new URL(url).hostname,
    size: (image?.width ?? 0) > (image?.height ?? 0) ? 'large' : 'small',
    image,
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
  const final = poll['voting_status'] === 'closed';
  return { options, total: parts.totalOf(options), endsAt, final };
}
