import { count, entryOf, fields, text, webUrl, type Fields } from '../outbound/untrusted.js';
import { ContentRefused } from '../outbound/upstream.errors.js';
import type { Media, MediaType } from './media-item.js';
import { parsePlayer } from './parse-player.js';
import type { MediaAddress, Provider } from './provider-rules.js';

/** The fields of oEmbed 1.0 that are of their types. */
export interface OembedReply {
  readonly type: MediaType;
  readonly version: '1.0';
  readonly title?: string;
  readonly author_name?: string;
  readonly author_url?: string;
  readonly provider_name: string;
  readonly provider_url: string;
  readonly cache_age?: number;
  readonly thumbnail_url?: string;
  readonly thumbnail_width?: number;
  readonly thumbnail_height?: number;
  readonly url?: string;
  readonly html?: string;
  readonly width?: number;
  readonly height?: number;
}

const types: Readonly<Record<string, MediaType>> = {
  photo: 'photo',
  video: 'video',
  rich: 'rich',
  link: 'link',
};

// SoundCloud sends a number, Reddit nothing.
const versions: readonly unknown[] = ['1.0', '1', 1, undefined, null];

/** The reply without whatever oEmbed 1.0 does not know, or knows as another type. Throws ContentRefused. */
export function toOembedReply(reply: unknown, provider: Provider): OembedReply {
  const raw = fields(reply);
  const type = entryOf(types, text(raw['type'])?.toLowerCase());
  if (type === null || !versions.includes(raw['version']))
    throw new ContentRefused('no reply of oEmbed 1.0');
  const [photo, html] = [webUrl(raw['url']), text(raw['html'])];
  const isWhole = type === 'link' || (type === 'photo' ? photo : html) !== null;
  const known = {
    // Without what makes its type, it still tells of the page.
    type: isWhole ? type : 'link',
    version: '1.0' as const,
    ...present({
      title: text(raw['title']),
      author_name: text(raw['author_name']),
      author_url: webUrl(raw['author_url']),
    }),
    provider_name: text(raw['provider_name']) ?? provider.name,
    provider_url: webUrl(raw['provider_url']) ?? provider.url,
    ...present({ cache_age: wholeNumber(raw['cache_age']), ...thumbnail(raw) }),
  };
  if (known.type === 'link') return known;
  const size = { width: pixels(raw['width']), height: pixels(raw['height']) };
  return { ...known, ...present({ ...(type === 'photo' ? { url: photo } : { html }), ...size }) };
}

type Present<T> = { [K in keyof T]?: NonNullable<T[K]> };

function present<T extends object>(all: T): Present<T> {
  const known = Object.entries(all).filter(([, value]) => value !== null);
  return Object.fromEntries(known) as Present<T>;
}

/** The three belong together; a size that is none is left out. */
function thumbnail(raw: Fields) {
  const thumbnail_url = webUrl(text(raw['thumbnail_url'])?.replace(/^\/\//, 'https://'));
  if (thumbnail_url === null) return {};
  const [width, height] = [pixels(raw['thumbnail_width']), pixels(raw['thumbnail_height'])];
  const size = { thumbnail_width: width, thumbnail_height: height };
  return { thumbnail_url, ...(width === null || height === null ? {} : size) };
}

function wholeNumber(value: unknown): number | null {
  const number = count(value);
  return number === null ? null : Math.floor(number);
}

/** No screen has more; TikTok's `100%` is no number of pixels. */
function pixels(value: unknown): number | null {
  const number = wholeNumber(value);
  return number !== null && number >= 1 && number <= 16_384 ? number : null;
}

/** What a provider without an endpoint would reply of its pages: the last part of the path is what it is called. */
export function replyByAddress({ page, provider }: MediaAddress): OembedReply {
  const title = new URL(page).pathname.split('/').filter(Boolean).at(-1) ?? provider.name;
  return {
    type: 'link',
    version: '1.0',
    title,
    provider_name: provider.name,
    provider_url: provider.url,
  };
}

/** A film without a size of its own has that of its still: TikTok's are upright. */
function sizeOf({ type, width, height, thumbnail_width, thumbnail_height }: OembedReply) {
  const isUnknown = width === undefined || height === undefined;
  return type === 'video' && isUnknown
    ? { width: thumbnail_width ?? null, height: thumbnail_height ?? null }
    : { width: width ?? null, height: height ?? null };
}

/** What the pages show; who the provider is says the registry. */
export function toMedia(reply: OembedReply, { page, provider }: MediaAddress): Media {
  const { thumbnail_url, thumbnail_width, thumbnail_height } = reply;
  const pictures = [reply.url, thumbnail_url].flatMap((url) => url ?? []);
  const isKnown = thumbnail_width !== undefined && thumbnail_height !== undefined;
  const player =
    reply.type === 'photo' || (reply.html === undefined && provider.endpoint !== null)
      ? null
      : parsePlayer(reply.html ?? '', page, provider);
  return {
    // Without a player a film is a link to it.
    type:
      player === null && reply.type !== 'photo'
        ? 'link'
        : reply.type === 'link'
          ? 'video'
          : reply.type,
    title: reply.title ?? null,
    author: reply.author_name ?? null,
    authorUrl: reply.author_url ?? null,
    provider: provider.name,
    providerUrl: provider.url,
    page,
    player,
    ...sizeOf(reply),
    pictures,
    thumbnail: isKnown ? { width: thumbnail_width, height: thumbnail_height } : null,
  };
}
