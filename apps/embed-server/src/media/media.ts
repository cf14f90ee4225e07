import type { CachedBody } from '../cache/cache-store.port.js';
import type { Found } from '../cache/found.js';
import { failures, freshness } from '../cache/freshness.js';
import type { Kind, ReadThrough } from '../cache/read-through.js';
import { createRefusals } from '../outbound/refusal-records.js';
import type { ImageSize, ProxiedImage, ReadImage } from '../images/images.js';
import { ImageNotFound } from '../images/images.errors.js';
import type { Media } from './media-item.js';
import { replyByAddress, toMedia, toOembedReply, type OembedReply } from './media-reply.js';
import { InvalidPageUrl, MediaNotFound, ProviderUnknown, TokenMissing } from './media.errors.js';
import {
  parsePageUrl,
  type FindProvider,
  type MediaAddress,
  type Provider,
} from './provider-rules.js';

/** A provider's reply, bounded but not checked otherwise; `null`: there is no such page. */
export type FetchOembed = (
  address: MediaAddress,
  endpoint: string,
  token: string | null,
) => Promise<unknown>;

export interface FoundMedia extends Found<Media> {
  /** The checked reply as JSON, in the bytes that are sent. */
  readonly copy: CachedBody;
  /** The address that was asked for, in the one form that this server has for it. */
  readonly page: string;
}

export interface MediaParts {
  readonly findProvider: FindProvider;
  readonly fetchOembed: FetchOembed;
  /** By the name of the provider that asks for it; `undefined` where the operator has set none. */
  readonly tokens: Readonly<Record<string, string | undefined>>;
  readonly readImage: ReadImage;
  readonly readThrough: ReadThrough;
  /** Where this server is: no player may stand in its origin. */
  readonly publicUrl: string;
}

export type MediaPages = ReturnType<typeof createMediaPages>;

const kind: Kind = {
  ...freshness.media,
  refusals: createRefusals({ ...failures, lasting: freshness.refused }),
};

export function createMediaPages(parts: MediaParts) {
  const { findProvider, fetchOembed, tokens, readThrough } = parts;

  /** `null` where it asks for none; `undefined` where it does and there is none. */
  function tokenOf({ name }: Provider): string | null | undefined {
    return Object.hasOwn(tokens, name) ? tokens[name] : null;
  }

  async function load(address: MediaAddress): Promise<OembedReply | null> {
    const { endpoint } = address.provider;
    if (endpoint === null) return replyByAddress(address);
    const token = tokenOf(address.provider);
    if (token === undefined) throw new TokenMissing();
    const reply = await fetchOembed(address, endpoint, token);
    return reply === null ? null : toOembedReply(reply, address.provider);
  }

  /** Throws InvalidPageUrl, ProviderUnknown, TokenMissing, MediaNotFound, or the failure of the provider. */
  async function read(pageUrl: string): Promise<FoundMedia> {
    const address = parseAddress(pageUrl, findProvider);
    const { found, maxAge } = await readThrough(`media:${address.page}`, kind, async () => {
      const reply = await load(address);
      return reply && { about: 'media', body: Buffer.from(JSON.stringify(reply)) };
    });
    if (found === null) throw new MediaNotFound();
    const value = () => {
      const media = toMedia(JSON.parse(found.body.toString()) as OembedReply, address);
      return isOurs(media, parts.publicUrl) ? { ...media, player: null } : media;
    };
    return { copy: found, value, page: address.page, maxAge };
  }

  return {
    read,
    /** The addresses of the pictures of what is kept of a page. */
    picturesOf: (pageUrl: string, copy: CachedBody): readonly string[] => {
      const reply = JSON.parse(copy.body.toString()) as OembedReply;
      return toMedia(reply, parseAddress(pageUrl, findProvider)).pictures;
    },
    /** The address as this server asks for it; `null`: no provider that it could ask has such a page. */
    recognise: (pageUrl: string): string | null => {
      const url = parsePageUrl(pageUrl);
      const provider = url && findProvider(url);
      if (url === null || provider === null) return null;
      // Threads is in the fediverse, too.
      const isElsewhere = provider.name === 'Threads' && tokenOf(provider) === undefined;
      return isElsewhere ? null : url.href;
    },
    /** The picture of a page through this server. Throws ImageNotFound besides, and what ReadImage throws. */
    readThumbnail: async (pageUrl: string, size?: ImageSize): Promise<ProxiedImage> => {
      const { value, maxAge } = await read(pageUrl);
      const { pictures } = value();
      if (pictures.length === 0) throw new ImageNotFound();
      const image = await parts.readImage(size === 'small' ? pictures.toReversed() : pictures);
      return { ...image, maxAge: Math.min(maxAge, image.maxAge) };
    },
  };
}

function parseAddress(pageUrl: string, findProvider: FindProvider): MediaAddress {
  const url = parsePageUrl(pageUrl);
  if (url === null) throw new InvalidPageUrl();
  const provider = findProvider(url);
  if (provider === null) throw new ProviderUnknown();
  return { page: url.href, provider };
}

/** The frame of a player may use its own origin: in ours it would be part of the page. */
function isOurs({ player }: Media, publicUrl: string): boolean {
  return player !== null && new URL(player.address).host === new URL(publicUrl).host;
}
