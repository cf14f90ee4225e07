import type { CachedBody } from '../cache/cache-store.port.js';
import type { Found } from '../cache/found.js';
import { failures, freshness } from '../cache/freshness.js';
import type { Kind, LoadReport, MaxWait, ReadThrough } from '../cache/read-through.js';
import type { GoOnBehindReply } from '../http/behind-replies.js';
import { createRefusals } from '../outbound/refusal-records.js';
import { imageSizes, type ImageSize } from '../images/images.js';
import { toFacebookVideo, toVimeoVideo, toYoutubeVideo, vimeoPosterUrls } from './video-mapping.js';
import type { Video } from './video.js';
import { text } from '../outbound/untrusted.js';
import { LateForReply } from '../outbound/upstream.errors.js';
import { VideoNotFound } from './videos.errors.js';

/** A link that people share in place of a video's address, and that does not hold its id. */
export interface SharedLink {
  readonly host: 'facebook' | 'fb.watch';
  /** With a leading slash. */
  readonly path: string;
}

export interface VideoSources {
  /** Vimeo's own array of one, or `null`; the hash opens an unlisted video. */
  readonly fetchVimeo: (id: string, hash: string | null, report: LoadReport) => Promise<unknown>;
  /** The oEmbed response of YouTube, or `null`. */
  readonly fetchYoutube: (id: string) => Promise<unknown>;
  /** The address that a link leads to, or `null`. */
  readonly followFacebook: (link: SharedLink) => Promise<string | null>;
}

export type Videos = ReturnType<typeof createVideos>;

// 16:9 at 1280 pixels first; many old videos lack it. Only the status says whether there is one.
const posterNames = {
  large: ['maxresdefault', 'sddefault', 'hqdefault', 'mqdefault'],
  medium: ['hqdefault', 'mqdefault'],
  small: ['mqdefault', 'default'],
} as const;

// Stands for what the cache never holds; what is made of it differs by the id.
const nothingAsked: CachedBody = { about: 'video', body: Buffer.alloc(0) };
const day = 86_400;

const untitled = { copy: null, value: () => ({}), isUnknown: true } as const;

const kind: Kind = {
  ...freshness.video,
  refusals: createRefusals({ ...failures, lasting: freshness.refused }),
};

export interface VideoParts {
  readonly sources: VideoSources;
  readonly youtubeImageUrl: string;
  readonly readThrough: ReadThrough;
  /** For which a page waits for a title that it does without. It throws `LateForReply`. */
  readonly titleWait: MaxWait;
  readonly goOnBehindReply: GoOnBehindReply;
}

export function createVideos(parts: VideoParts) {
  const { sources, youtubeImageUrl, readThrough, titleWait, goOnBehindReply } = parts;

  async function cached(
    key: string,
    load: (report: LoadReport) => Promise<unknown>,
    maxWait?: MaxWait,
  ): Promise<Found<unknown>> {
    const { found, ...result } = await readThrough(key, { ...kind, maxWait }, async (report) => {
      const reply = await load(report);
      return reply === null ? null : { about: 'video', body: Buffer.from(JSON.stringify(reply)) };
    });
    const value = () => (found === null ? null : (JSON.parse(found.body.toString()) as unknown));
    return { copy: found, value, ...result };
  }

  /** Vimeo's array of one: the copy is its JSON. Throws VideoNotFound. */
  async function readVimeo(id: string, hash: string | null) {
    const key = `vimeo:${id}:${hash ?? ''}`;
    const { copy, ...found } = await cached(key, (report) => sources.fetchVimeo(id, hash, report));
    if (copy === null) throw new VideoNotFound();
    return { copy, ...found };
  }

  return {
    readVimeo,
    /** Throws VideoNotFound. */
    describeVimeo: async (id: string, hash: string | null): Promise<Found<Video>> => {
      const { value, ...found } = await readVimeo(id, hash);
      return { ...found, value: () => toVimeoVideo(id, hash, value()) };
    },
    /** Neither fails nor waits for long for want of a title: the page is worth as much without it. Absent: the host says so. */
    describeYoutube: async (id: string) => {
      const key = `youtube:${id}`;
      const read = (maxWait?: MaxWait) => cached(key, () => sources.fetchYoutube(id), maxWait);
      const found = await read(titleWait).catch((error: unknown) => {
        if (error instanceof LateForReply) goOnBehindReply(key, () => read());
        return { ...untitled, maxAge: freshness.failed.fresh };
      });
      const isAbsent = found.copy === null && !('isUnknown' in found);
      return { ...found, value: () => toYoutubeVideo(id, found.value()), isAbsent };
    },
    /** Nobody is asked, and the data of an id never change. */
    describeFacebook: (id: string): Found<Video> => ({
      copy: nothingAsked,
      value: () => toFacebookVideo(id),
      maxAge: day,
    }),
    /**
     * Where a shared link leads, or `null`. What leads to no video is asked for again soon: Facebook sends whom it does not like
     * just now to its sign-in page.
     */
    followFacebook: async (link: SharedLink, isOfVideo: (address: string) => boolean) => {
      const key = `facebook:${link.host}${link.path}`;
      const found = await cached(key, async (report) => {
        const address = await sources.followFacebook(link);
        if (address !== null && !isOfVideo(address)) report.incomplete(false);
        return address;
      });
      return text(found.value());
    },
    /** Largest first. WebP is smaller at the same width; a width has one beside the JPEG, or neither, or either. */
    youtubePosterUrls: (id: string, webp: boolean, size: ImageSize = 'large') =>
      posterNames[size].flatMap((name) => posterUrls(youtubeImageUrl, `${id}/${name}`, webp)),
    /** The same, with the seconds for which the video is known to be there. Throws VideoNotFound. */
    vimeoPosterUrls: async (id: string, hash: string | null, size?: ImageSize) => {
      const { value, maxAge } = await readVimeo(id, hash);
      return { urls: vimeoPosterUrls(value(), size), maxAge };
    },
    /** In every size, of what is kept of a video. */
    posterUrlsOfVimeo: ({ body }: CachedBody): readonly string[] => {
      const reply: unknown = JSON.parse(body.toString());
      return imageSizes.flatMap((size) => vimeoPosterUrls(reply, size));
    },
  };
}

function posterUrls(base: string, name: string, webp: boolean): string[] {
  const jpeg = `${base}/vi/${name}.jpg`;
  return webp ? [`${base}/vi_webp/${name}.webp`, jpeg] : [jpeg];
}
