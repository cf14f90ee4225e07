import { fields, list, text, webUrl, type Fields } from '../outbound/untrusted.js';
import type { TweetBody } from './tweet-source.port.js';
import { toTweet } from './tweets.js';
import { apiNames, escapedLength, escapeText } from './tweet-parts-mapping.js';
import type { QuotedTweet, Tweet, TweetAuthor, TweetCard, TweetMedia } from './tweet.js';

/**
 * What the published components read: the body of API v2, and what is known of the links. API v2's own response as it
 * is; for the other sources the same shape, made from the model. What is not known is `undefined`: JSON leaves it out.
 */
export function toTweetJson(raw: TweetBody) {
  if (raw.source !== 'api') return fromModel(toTweet(raw));
  const { data, includes } = raw.body as { readonly data: Fields; readonly includes: unknown };
  return { data, includes: fields(includes), linkMetas: metasOfUrls(data) };
}

function metasOfUrls(data: Fields) {
  return list(fields(data['entities'])['urls'])
    .map(fields)
    .filter((item) => text(item['title']) !== null)
    .map((item) => ({
      url: webUrl(item['expanded_url']) ?? '',
      title: text(item['title']),
      description: text(item['description']),
      image: webUrl(fields(list(item['images'])[0])['url']),
    }));
}

function fromModel(tweet: Tweet) {
  const { card, quoted, replyTo } = tweet;
  const tweets = quoted === null ? [] : [quoted];
  const all = [tweet, ...tweets];
  const users = new Map(all.flatMap(({ author }) => (author ? [[userId(author), author]] : [])));
  const references = [
    ...(replyTo?.tweetId ? [{ type: 'replied_to', id: replyTo.tweetId }] : []),
    ...tweets.map(({ id }) => ({ type: 'quoted', id })),
  ];
  return {
    data: { ...oneData(tweet), referenced_tweets: ifAny(references) },
    includes: {
      users: [...users].map(([id, author]) => userOf(id, author)),
      tweets: tweets.map(oneData),
      media: all.flatMap((item) => item.media.map((media, index) => mediaOf(item, media, index))),
    },
    linkMetas: card === null ? [] : [metaOfCard(card)],
  };
}

function ifAny<T>(items: readonly T[]): readonly T[] | undefined {
  return items.length === 0 ? undefined : items;
}

function metaOfCard({ url, title, description, image }: TweetCard) {
  return { url, title, description, image: image?.url ?? null };
}

// oEmbed names no ids; the name is as unique.
function userId({ id, username }: TweetAuthor): string {
  return id ?? username;
}

function userOf(id: string, { name, username, avatarUrl, verified }: TweetAuthor) {
  const isVerified = verified !== null;
  return { id, name, username, verified: isVerified, profile_image_url: avatarUrl ?? undefined };
}

function oneData(tweet: QuotedTweet) {
  const { id, author, createdAt, lang, media, sensitive, counts } = tweet;
  const keys = ifAny(media.map((item, index) => mediaKey(tweet, item, index)));
  return {
    id,
    text: escapeText(tweet.text),
    author_id: author ? userId(author) : undefined,
    created_at: createdAt?.at.toISOString(),
    lang: lang ?? undefined,
    possibly_sensitive: sensitive,
    // 0 would be wrong for what the source does not send.
    public_metrics: {
      reply_count: counts.replies ?? undefined,
      like_count: counts.likes ?? undefined,
      retweet_count: counts.reposts ?? undefined,
      quote_count: counts.quotes ?? undefined,
    },
    entities: entitiesOf(tweet),
    attachments: keys && { media_keys: keys },
  };
}

/** Back to API v2's counting: code points of the escaped text. */
function entitiesOf({ text: plain, entities, card }: QuotedTweet): Record<string, unknown[]> {
  const offsets = new Uint32Array(plain.length);
  let [points, length] = [0, 0];
  for (const point of plain) {
    offsets[points] = length;
    points += 1;
    length += escapedLength(point);
  }
  const at = (index: number) => (index < points ? offsets[index] : length);
  const groups: Record<string, unknown[]> = {};
  for (const entity of entities) {
    const range = { start: at(entity.start), end: at(entity.end) };
    if ('name' in entity) {
      const [group, field] = apiNames[entity.kind];
      (groups[group] ??= []).push({ ...range, [field]: entity.name });
    } else {
      const { url, expandedUrl, displayUrl } = entity;
      const link = { url, expanded_url: expandedUrl, display_url: displayUrl };
      const shown = card?.url === url ? cardFields(card) : {};
      (groups['urls'] ??= []).push({ ...range, ...link, ...shown });
    }
  }
  return groups;
}

function cardFields({ title, description, image }: TweetCard) {
  const images = image && [{ url: image.url, width: image.width, height: image.height }];
  return { title, description: description ?? '', images: images ?? undefined };
}

const mediaTypes = {
  photo: ['3', 'photo'],
  video: ['7', 'video'],
  gif: ['16', 'animated_gif'],
} as const;

function mediaKey(tweet: QuotedTweet, { kind, mediaKey: key }: TweetMedia, index: number): string {
  return key ?? `${mediaTypes[kind][0]}_${tweet.id}-${index}`;
}

function mediaOf(tweet: QuotedTweet, media: TweetMedia, index: number) {
  const { kind, imageUrl, width, height, alt, variants, durationMs } = media;
  const hasSize = width !== null && height !== null;
  return {
    media_key: mediaKey(tweet, media, index),
    type: mediaTypes[kind][1],
    [kind === 'photo' ? 'url' : 'preview_image_url']: imageUrl ?? undefined,
    ...(hasSize ? { width, height } : {}),
    alt_text: alt ?? undefined,
    duration_ms: durationMs ?? undefined,
    variants: ifAny(
      variants.map(({ url, bitrate }) => ({
        content_type: 'video/mp4',
        bit_rate: bitrate,
        url,
      })),
    ),
  };
}
