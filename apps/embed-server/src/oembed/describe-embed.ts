import type { Found } from '../cache/found.js';
import { freshness } from '../cache/freshness.js';
import { videoPosterPath } from '../images/image-paths.js';
import { catalogues } from '../pages/messages.js';
import type { FoundStatus } from '../statuses/statuses.js';
import type { FoundTweet } from '../tweets/tweets.js';
import type { Video, VideoHost } from '../videos/video.js';
import { VideoNotFound } from '../videos/videos.errors.js';
import type { Videos } from '../videos/videos.js';
import { postSize, type Size, videoSize } from './frame-size.js';
import type { Oembed } from './oembed.js';
import type { VideoAddress } from './parse-video-url.js';

export interface Description {
  /** Of the page on this server. */
  readonly path: string;
  readonly size: Size;
  readonly about: Omit<Oembed, 'version' | 'html' | 'width' | 'height'>;
}

// Of the kind and not of the copy, so that the reply stays the same for as long as the copy does; headers hold its age.
const cache_age = freshness.post.fresh;

const postBy = (name: string, place: string) => catalogues.en.postBy(name, place);

export function describeTweet(id: string, { value }: FoundTweet, most: Size): Description {
  const tweet = value();
  const author = tweet.author;
  return {
    path: `/tweet/${id}.amp`,
    size: postSize(
      {
        characters: tweet.text.length,
        pictures: tweet.media.length,
        hasCard: tweet.card !== null,
        hasQuote: tweet.quoted !== null,
        options: tweet.poll?.options.length ?? 0,
      },
      most,
    ),
    about: {
      type: 'rich',
      title: author === null ? 'X' : postBy(author.name, 'X'),
      ...(author === null
        ? {}
        : {
            author_name: author.name,
            author_url: `https://x.com/${encodeURIComponent(author.username)}`,
          }),
      provider_name: 'X',
      provider_url: 'https://x.com',
      cache_age,
    },
  };
}

export function describeStatus(found: FoundStatus, most: Size): Description {
  const status = found.value();
  const { displayName, handle, url } = status.author;
  const name = displayName.trim() === '' ? handle : displayName;
  const { host, origin } = new URL(found.statusUrl);
  return {
    path: `/mastodon/${encodeURIComponent(found.statusUrl)}.amp`,
    size: postSize(
      {
        characters: status.spoiler?.length ?? status.contentHtml.replace(/<[^>]*>/g, '').length,
        pictures: status.spoiler === null ? status.media.length : 0,
        hasCard: status.card !== null,
        hasQuote: status.quoted !== null,
        options: status.poll?.options.length ?? 0,
      },
      most,
    ),
    about: {
      type: 'rich',
      title: postBy(name, host),
      author_name: name,
      ...(url === null ? {} : { author_url: url }),
      provider_name: host,
      provider_url: origin,
      cache_age,
    },
  };
}

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
