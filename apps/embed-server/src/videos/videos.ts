import type { CachedBody } from '../cache/cache-store.port.js';
import { freshness } from '../cache/freshness.js';
import type { ReadThrough } from '../cache/read-through.js';
import type { ImageSize } from '../images/image-size.js';
import type { FetchVimeo, FetchYoutube } from './video-source.port.js';
import { toVimeoVideo, toYoutubeVideo } from './video-mapping.js';
import type { Video } from './video.js';
import { VideoNotFound } from './videos.errors.js';
import { vimeoPosterUrls } from './vimeo-mapping.js';

export interface Found<T> {
  /** What the cache holds, the same object for as long as it does; `null` when it holds nothing. */
  readonly copy: CachedBody | null;
  /** Made anew at each call. */
  readonly value: () => T;
  /** Seconds. */
  readonly maxAge: number;
}

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
  /** Upstream addresses, largest first. */
  youtubePosterUrls(id: string, size?: ImageSize): readonly string[];
  vimeoPosterUrls(id: string, hash: string | null, size?: ImageSize): Promise<readonly string[]>;
}

export interface VideoParts {
  readonly fetchVimeo: FetchVimeo;
  readonly fetchYoutube: FetchYoutube;
  readonly youtubeImageUrl: string;
  readonly readThrough: ReadThrough;
}

// 16:9 at 1280 pixels first; many old videos lack it. Whether there is one is told by the status alone.
const posterNames = {
  large: ['maxresdefault', 'sddefault', 'hqdefault', 'mqdefault'],
  medium: ['hqdefault', 'mqdefault'],
  small: ['mqdefault', 'default'],
} as const;

export function createVideos(parts: VideoParts): Videos {
  const { fetchVimeo, fetchYoutube, youtubeImageUrl } = parts;

  async function cached(key: string, load: () => Promise<unknown>): Promise<Found<unknown>> {
    const { found, maxAge } = await parts.readThrough(key, freshness.video, async () => {
      const answer = await load();
      return answer === null ? null : { about: 'video', body: Buffer.from(JSON.stringify(answer)) };
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
    youtubePosterUrls: (id, size = 'large') =>
      posterNames[size].map((name) => `${youtubeImageUrl}/vi/${id}/${name}.jpg`),
    vimeoPosterUrls: async (id, hash, size) =>
      vimeoPosterUrls((await readVimeo(id, hash)).value(), size),
  };
}
