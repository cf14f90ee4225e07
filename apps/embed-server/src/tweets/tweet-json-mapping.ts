import { fields, list, text, webUrl } from '../outbound/untrusted.js';
import type { TweetBody } from './tweet-source.port.js';
import { toTweet } from './tweets.js';
import { escapeText } from './tweet-parts-mapping.js';
import type { QuotedTweet, Tweet, TweetAuthor, TweetEntity, TweetMedia } from './tweet.js';

/** What the published components read: the body of API v2, and what is known of the links. */
export interface TweetJson {
  readonly data: Readonly<Record<string, unknown>>;
  readonly includes: Readonly<Record<string, unknown>>;
  readonly linkMetas: readonly LinkMeta[];
}

export interface LinkMeta {
  readonly url: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly image: string | null;
}

/** API v2's own response as it is; for the other sources the same shape, made from the model. */
export function toTweetJson(raw: TweetBody): TweetJson {
  if (raw.source === 'api') {
    const { data, includes } = raw.body as TweetJson;
    return { data, includes: fields(includes), linkMetas: metasOfUrls(data) };
  }
  return fromModel(toTweet(raw));
}

function metasOfUrls(data: TweetJson['data']): LinkMeta[] {
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

function fromModel(tweet: Tweet): TweetJson {
  const tweets = tweet.quoted === null ? [] : [tweet.quoted];
  const all = [tweet, ...tweets];
  const users = new Map(all.flatMap(({ author }) => (author ? [[userId(author), author]] : [])));
  return {
    data: { ...oneData(tweet), ...references(tweet) },
    includes: {
      users: [...users].map(([id, author]) => userOf(id, author)),
      tweets: tweets.map(oneData),
      media: all.flatMap((item) => item.media.map((media, index) => mediaOf(item, media, index))),
    },
    linkMetas: tweet.card === null ? [] : [metaOfCard(tweet.card)],
  };
}

function metaOfCard({ url, title, description, image }: NonNullable<Tweet['card']>): LinkMeta {
  return { url, title, description, image: image?.url ?? null };
}

// oEmbed names no ids; the name is as unique.
function userId({ id, username }: TweetAuthor): string {
  return id ?? username;
}

function userOf(id: string, { name, username, avatarUrl, verified }: TweetAuthor) {
  const image = avatarUrl === null ? {} : { profile_image_url: avatarUrl };
  return { id, name, username, verified: verified !== null, ...image };
}

function references({ quoted, replyTo }: Tweet) {
  const items = [
    ...(replyTo?.tweetId ? [{ type: 'replied_to', id: replyTo.tweetId }] : []),
    ...(quoted ? [{ type: 'quoted', id: quoted.id }] : []),
  ];
  return items.length === 0 ? {} : { referenced_tweets: items };
}

function oneData(tweet: QuotedTweet): Record<string, unknown> {
  const { id, author, createdAt, lang, media, sensitive, counts } = tweet;
  return {
    id,
    text: escapeText(tweet.text),
    ...(author === null ? {} : { author_id: userId(author) }),
    ...(createdAt === null ? {} : { created_at: createdAt.toISOString() }),
    ...(lang === null ? {} : { lang }),
    possibly_sensitive: sensitive,
    public_metrics: metricsOf(counts),
    entities: entitiesOf(tweet),
    ...(media.length === 0
      ? {}
      : { attachments: { media_keys: media.map((item, index) => mediaKey(tweet, item, index)) } }),
  };
}

// Counts that the source does not send are left out: 0 would be wrong.
function metricsOf({ replies, likes, reposts, quotes }: QuotedTweet['counts']) {
  const metrics = {
    reply_count: replies,
    like_count: likes,
    retweet_count: reposts,
    quote_count: quotes,
  };
  return Object.fromEntries(Object.entries(metrics).filter(([, value]) => value !== null));
}

/** Back to API v2's counting: code points of the escaped text. */
function entitiesOf({ text: plain, entities, card }: QuotedTweet): Record<string, unknown[]> {
  const points = Array.from(plain);
  const at = (index: number) => Array.from(escapeText(points.slice(0, index).join(''))).length;
  const groups: Record<string, unknown[]> = {};
  for (const entity of entities) {
    const [name, shape] = entityShape(entity, card);
    (groups[name] ??= []).push({ start: at(entity.start), end: at(entity.end), ...shape });
  }
  return groups;
}

function entityShape(entity: TweetEntity, card: Tweet['card']): [string, object] {
  switch (entity.kind) {
    case 'hashtag':
      return ['hashtags', { tag: entity.tag }];
    case 'cashtag':
      return ['cashtags', { tag: entity.symbol }];
    case 'mention':
      return ['mentions', { username: entity.username }];
    default: {
      const { url, expandedUrl, displayUrl } = entity;
      const link = { url, expanded_url: expandedUrl, display_url: displayUrl };
      return ['urls', card?.url === url ? { ...link, ...cardFields(card) } : link];
    }
  }
}

function cardFields({ title, description, image }: NonNullable<Tweet['card']>) {
  const images =
    image === null
      ? {}
      : { images: [{ url: image.url, width: image.width, height: image.height }] };
  return { title, description: description ?? '', ...images };
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
  return {
    media_key: mediaKey(tweet, media, index),
    type: mediaTypes[kind][1],
    ...(imageUrl === null ? {} : { [kind === 'photo' ? 'url' : 'preview_image_url']: imageUrl }),
    ...(width === null || height === null ? {} : { width, height }),
    ...(alt === null ? {} : { alt_text: alt }),
    ...(durationMs === null ? {} : { duration_ms: durationMs }),
    ...(variants.length === 0
      ? {}
      : {
          variants: variants.map((item) => ({
            content_type: 'video/mp4',
            bit_rate: item.bitrate,
            url: item.url,
          })),
        }),
  };
}
