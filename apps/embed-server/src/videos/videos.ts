import type { CachedBody } from '../cache/cache-store.port.js';
import type { Found } from '../cache/found.js';
import { freshness } from '../cache/freshness.js';
import type { ReadThrough } from '../cache/read-through.js';
import type { ImageSize } from '../images/images.js';
import { toFacebookVideo, toVimeoVideo, toYoutubeVideo, vimeoPosterUrls } from './video-mapping.js';
import type { Video } from './video.js';
import { text } from '../outbound/untrusted.js';
import { VideoNotFound } from './videos.errors.js';

/** Vimeo's own array of one, or `null`; the hash opens an unlisted video. */
export type FetchVimeo = (id: string, hash: string | null) => Promise<unknown>;

/** The oEmbed response of YouTube, or `null`. */
export type FetchYoutube = (id: string) => Promise<unknown>;

/** A link that people share in place of a video's address, and that does not hold its id. */
export interface SharedLink {
  readonly host: 'facebook' | 'fb.watch';
  /** With a leading slash. */
  readonly path: string;
}

/** The address that a link leads to, as the host writes it, or `null`. */
export type FollowFacebook = (link: SharedLink) => Promise<string | null>;

export interface Videos {
  /** Vimeo's array of one: the copy is its JSON. Throws VideoNotFound. */
  readVimeo(
    id: string,
    hash: string | null,
  ): Promise<Found<unknown> & { readonly copy: CachedBody }>;
  /** Throws VideoNotFound. */
  describeVimeo(id: string, hash: string | null): Promise<Found<Video>>;
  /** Never fails for want of a title: the page is worth as much without it. Absent: the host says so. */
  describeYoutube(id: string): Promise<Found<Video> & { readonly isAbsent: boolean }>;
  /** Facebook sends nothing without a token, so it is not asked, and the data of an id never change. */
  describeFacebook(id: string): Found<Video>;
  /** Where a shared link leads, or `null`. */
  followFacebook(link: SharedLink): Promise<string | null>;
  /** Upstream addresses, largest first. */
  youtubePosterUrls(id: string, options?: PosterOptions): readonly string[];
  vimeoPosterUrls(id: string, hash: string | null, size?: ImageSize): Promise<readonly string[]>;
}

export interface PosterOptions {
  readonly size?: ImageSize;
  /** Smaller at the same width; each width has one beside the JPEG, or neither, or either. */
  readonly webp?: boolean;
}

export interface VideoParts {
  readonly fetchVimeo: FetchVimeo;
  readonly fetchYoutube: FetchYoutube;
  readonly followFacebook: FollowFacebook;
  readonly youtubeImageUrl: string;
  readonly readThrough: ReadThrough;
}

// 16:9 at 1280 pixels first; many old videos lack it. Only the status says whether there is one.
const posterNames = {
  large: ['maxresdefault', 'sddefault', 'hqdefault', 'mqdefault'],
  medium: ['hqdefault', 'mqdefault'],
  small: ['mqdefault', 'default'],
} as const;

// Stands for what the cache never holds; what is made of it differs by the id.
const nothingAsked: CachedBody = { about: 'video', body: Buffer.alloc(0) };
const day = 86_400;

export function createVideos(parts: VideoParts): Videos {
  const { fetchVimeo, fetchYoutube, youtubeImageUrl } = parts;

  async function cached(key: string, load: () => Promise<unknown>): Promise<Found<unknown>> {
    const { found, maxAge } = await parts.readThrough(key, freshness.video, async () => {
      const reply = await load();
      return reply === null ? null : { about: 'video', body: Buffer.from(JSON.stringify(reply)) };
    });
    const value = () => (found === null ? null : (JSON.parse(found.body.toString()) as unknown));
    return { copy: found, value, maxAge };
  }

  async function readVimeo(id: string, hash: string | null) {
    const { copy, ...found } = await cached(`vimeo:${id}:${hash ?? ''}`, () =>
      fetchVimeo(id, hash),
    );
    if (copy === null) throw new VideoNotFound();
    return { copy, ...found };
  }

  return {
    readVimeo,
    describeVimeo: async (id, hash) => {
      const { value, ...found } = await readVimeo(id, hash);
      return { ...found, value: () => toVimeoVideo(id, hash, value()) };
    },
    describeYoutube: async (id) => {
      const unknown: Found<unknown> = { copy: null, value: () => ({}), maxAge: 60 };
      const found = await cached(`youtube:${id}`, () => fetchYoutube(id)).catch(() => unknown);
      const isAbsent = found !== unknown && found.copy === null;
      return { ...found, value: () => toYoutubeVideo(id, found.value()), isAbsent };
    },
    describeFacebook: (id) => ({
      copy: nothingAsked,
      value: () => toFacebookVideo(id),
      maxAge: day,
    }),
    followFacebook: async (link) => {
      const key = `facebook:${link.host}${link.path}`;
      const { value } = await cached(key, () => parts.followFacebook(link));
      return text(value());
    },
    youtubePosterUrls: (id, { size = 'large', webp = false } = {}) =>
      posterNames[size].flatMap((name) => [
        ...(webp ? [`${youtubeImageUrl}/vi_webp/${id}/${name}.webp`] : []),
        `${youtubeImageUrl}/vi/${id}/${name}.jpg`,
      ]),
    vimeoPosterUrls: async (id, hash, size) =>
      vimeoPosterUrls((await readVimeo(id, hash)).value(), size),
  };
}
