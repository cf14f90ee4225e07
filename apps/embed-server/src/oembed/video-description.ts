import { freshness } from '../cache/freshness.js';
import { videoPosterPath } from '../images/image-paths.js';
import type { Video, VideoHost } from '../videos/video.js';
import { VideoNotFound } from '../videos/videos.errors.js';
import type { Found, Videos } from '../videos/videos.js';
import { videoSize, type Size } from './frame-size.js';
import type { Description } from './post-description.js';
import type { VideoAddress } from './video-url.js';

const providers = {
  youtube: ['YouTube', 'https://www.youtube.com'],
  vimeo: ['Vimeo', 'https://vimeo.com'],
  facebook: ['Facebook', 'https://www.facebook.com'],
} as const satisfies Record<VideoHost, readonly [string, string]>;

export function createDescribeVideo(videos: Videos, publicUrl: string) {
  async function find({ host, id, hash }: VideoAddress): Promise<Found<Video>> {
    if (host === 'facebook') return videos.describeFacebook(id);
    if (host === 'vimeo') return videos.describeVimeo(id, hash);
    const found = await videos.describeYoutube(id);
    if (found.isAbsent) throw new VideoNotFound();
    return found;
  }

  return async (address: VideoAddress, most: Size): Promise<Found<Description>> => {
    const known = { ...address, ...parametersOf(address) };
    const { copy, value, maxAge } = await find(known);
    // Without a copy it is a stand-in, not to be kept for as long.
    const cache_age = copy === null ? maxAge : freshness.video.fresh;
    return { copy, value: () => describe(known, value(), most, cache_age), maxAge };
  };

  function describe(known: VideoAddress, value: Video, most: Size, cache_age: number): Description {
    const [provider_name, provider_url] = providers[value.host];
    return {
      path: `/video/${value.host}/${value.id}.amp${queryOf(known)}`,
      size: videoSize(value, most),
      about: {
        type: 'video',
        title: value.title ?? provider_name,
        ...(value.author === null ? {} : { author_name: value.author }),
        provider_name,
        provider_url,
        cache_age,
        ...thumbnail(value, publicUrl, most),
      },
    };
  }
}

// The page's own schema refuses what these patterns do not take.
function parametersOf({ start, hash }: VideoAddress): Pick<VideoAddress, 'start' | 'hash'> {
  return {
    start: start !== null && /^[\dhms]{1,12}$/.test(start) ? start : null,
    hash: hash !== null && /^[A-Za-z\d]{1,64}$/.test(hash) ? hash : null,
  };
}

function queryOf({ start, hash }: VideoAddress): string {
  const query = new URLSearchParams();
  if (hash !== null) query.set('h', hash);
  if (start !== null) query.set('start', start);
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** The one whose size is known beforehand, and only when it is within the limits. */
function thumbnail(video: Video, publicUrl: string, most: Size) {
  const { host, id, hash } = video;
  if (host === 'facebook' || !video.hasPoster) return {};
  const { width, height } = thumbnailSize(video);
  if (width > most.width || height > most.height) return {};
  const path = videoPosterPath(host, id, { hash: hash ?? undefined });
  return {
    thumbnail_url: `${publicUrl}${path}${hash === null ? '?' : '&'}size=medium`,
    thumbnail_width: width,
    thumbnail_height: height,
  };
}

function thumbnailSize({ host, width, height }: Video): Size {
  if (host === 'youtube') return { width: 480, height: 360 };
  const ratio = width && height ? height / width : 9 / 16;
  return { width: 640, height: Math.round(640 * ratio) };
}
