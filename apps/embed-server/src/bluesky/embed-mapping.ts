import { count, entryOf, fields, list, text, webUrl, type Fields } from '../outbound/untrusted.js';
import type { BlueskyCard, BlueskyMedia, BlueskyRecord } from './bluesky-post.js';
import { hasCoveredPicture, isSignedInOnly } from './labels.js';
import { parseRecordUri, recordPage } from './post-address.js';

export interface EmbedParts {
  /** Pictures or a film. */
  readonly media: Fields;
  /** The preview of a page. */
  readonly external: Fields;
  /** A list, feed, starter pack or labeller. */
  readonly embedded: Fields;
  /** A post, or what stands in its place. */
  readonly quoted: Fields;
}

const none: Fields = {};

/** What an embed holds; of one that is not known, nothing. */
export function embedParts(embed: Fields): EmbedParts {
  const parts = { media: none, external: none, embedded: none, quoted: none };
  switch (embed['$type']) {
    case 'app.bsky.embed.images#view':
    case 'app.bsky.embed.gallery#view':
    case 'app.bsky.embed.video#view':
      return { ...parts, media: embed };
    case 'app.bsky.embed.external#view':
      return { ...parts, external: fields(embed['external']) };
    case 'app.bsky.embed.record#view':
      return { ...parts, ...ofRecord(fields(embed['record'])) };
    case 'app.bsky.embed.recordWithMedia#view': {
      const { media, external } = embedParts(fields(embed['media']));
      // The record's own embed is one level further in.
      return { media, external, ...ofRecord(fields(fields(embed['record'])['record'])) };
    }
    default:
      return parts;
  }
}

function ofRecord(record: Fields) {
  const isCard = kindOf(record) !== null;
  return { embedded: isCard ? record : none, quoted: isCard ? none : record };
}

export function mediaOf(media: Fields): BlueskyMedia[] {
  switch (media['$type']) {
    case 'app.bsky.embed.images#view':
      return list(media['images']).map((item) => picture(fields(item), 'thumb'));
    case 'app.bsky.embed.gallery#view':
      return list(media['items']).map((item) => picture(fields(item), 'thumbnail'));
    case 'app.bsky.embed.video#view':
      return [film(media)];
    default:
      return [];
  }
}

function picture(item: Fields, thumb: 'thumb' | 'thumbnail'): BlueskyMedia {
  const thumbUrl = webUrl(item[thumb]);
  return {
    kind: 'photo',
    imageUrl: webUrl(item['fullsize']) ?? thumbUrl,
    thumbUrl,
    ...sizeOf(item),
    alt: text(item['alt']),
    playlistUrl: null,
  };
}

function film(media: Fields): BlueskyMedia {
  const imageUrl = webUrl(media['thumbnail']);
  return {
    kind: media['presentation'] === 'gif' ? 'gif' : 'video',
    imageUrl,
    thumbUrl: null,
    ...sizeOf(media),
    alt: text(media['alt']),
    playlistUrl: webUrl(media['playlist']),
  };
}

function sizeOf(item: Fields) {
  const { width, height } = fields(item['aspectRatio']);
  return { width: count(width), height: count(height) };
}

export function cardOf(external: Fields): BlueskyCard | null {
  const url = webUrl(external['uri']);
  if (url === null) return null;
  return {
    url,
    title: text(external['title']) ?? url,
    description: text(external['description']),
    imageUrl: hasCoveredPicture(external) ? null : webUrl(external['thumb']),
  };
}

const kinds: Readonly<Record<string, BlueskyRecord['kind']>> = {
  'app.bsky.graph.defs#listView': 'list',
  'app.bsky.feed.defs#generatorView': 'feed',
  'app.bsky.labeler.defs#labelerView': 'labeler',
  'app.bsky.graph.defs#starterPackViewBasic': 'starterPack',
  'app.bsky.graph.defs#starterPackView': 'starterPack',
};

const kindOf = (record: Fields) => entryOf(kinds, record['$type']);

const collections = {
  list: 'app.bsky.graph.list',
  feed: 'app.bsky.feed.generator',
  labeler: 'app.bsky.labeler.service',
  starterPack: 'app.bsky.graph.starterpack',
} as const;

/** `null` for no such record, one without a page, and one whose maker wants it shown to nobody who is not signed in. */
export function recordOf(record: Fields): BlueskyRecord | null {
  const kind = kindOf(record);
  const uri = parseRecordUri(record['uri']);
  const url = uri && recordPage(uri);
  const creator = fields(record['creator']);
  if (kind === null || uri?.collection !== collections[kind] || url === null) return null;
  if (isSignedInOnly(creator)) return null;
  const words = kind === 'starterPack' ? fields(record['record']) : record;
  const maker = kind === 'labeler' ? creator : none;
  const name = text(words['name']) ?? text(words['displayName']) ?? text(maker['displayName']);
  const handle = text(creator['handle']);
  const isCovered = hasCoveredPicture(record) || hasCoveredPicture(maker);
  return {
    kind,
    url,
    name: name ?? handle ?? '',
    description: text(words['description']) ?? text(maker['description']),
    handle,
    imageUrl: isCovered ? null : (webUrl(record['avatar']) ?? webUrl(maker['avatar'])),
  };
}
