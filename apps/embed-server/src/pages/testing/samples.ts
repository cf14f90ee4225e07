import type { QuotedStatus, Status } from '../../statuses/status.js';
import type { Tweet } from '../../tweets/tweet.js';
import type { Video } from '../../videos/video.js';

export const options = {
  publicUrl: 'https://embed.example',
  frameAncestors: ['*'],
  language: 'en',
} as const;

export const statusUrl = 'https://social.example/@ada/1';
export const statusOptions = { ...options, statusUrl };

/** A tweet with little to it; give what a test is about. */
export function tweet(parts: Partial<Tweet> = {}): Tweet {
  const text = parts.text ?? 'Hello';
  return {
    id: '1629307668568633344',
    source: 'syndication',
    text,
    displayRange: { start: 0, end: Array.from(text).length },
    entities: [],
    author: {
      id: '1',
      name: 'Ada Lovelace',
      username: 'ada_lovelace_1815',
      avatarUrl: 'https://pbs.twimg.com/profile_images/1/a_400x400.jpg',
      avatarShape: 'circle',
      verified: null,
    },
    createdAt: { at: new Date('2023-02-24T23:29:26Z'), isDay: false },
    lang: 'en',
    media: [],
    card: null,
    poll: null,
    quoted: null,
    repost: null,
    replyTo: null,
    edited: false,
    isLongCut: false,
    sensitive: false,
    counts: { replies: 11, likes: 1243, reposts: null, quotes: null },
    ...parts,
  };
}

export function photo(parts: Partial<Tweet['media'][number]> = {}): Tweet['media'][number] {
  return {
    kind: 'photo',
    mediaKey: null,
    imageUrl: 'https://pbs.twimg.com/media/A.jpg?format=jpg&name=large',
    width: 1200,
    height: 800,
    alt: null,
    variants: [],
    durationMs: null,
    available: true,
    ...parts,
  };
}

export const film = photo({
  kind: 'video',
  alt: 'A cat plays the organ',
  durationMs: 65_000,
  variants: [
    { url: 'https://video.twimg.com/v/1080.mp4', bitrate: 10_000_000 },
    { url: 'https://video.twimg.com/v/720.mp4', bitrate: 2_176_000 },
    { url: 'https://video.twimg.com/v/360.mp4', bitrate: 832_000 },
  ],
});

export function status(parts: Partial<Status> = {}): Status {
  return { ...quotedStatus(), boostedBy: null, quoted: null, ...parts };
}

export function quotedStatus(parts: Partial<QuotedStatus> = {}): QuotedStatus {
  return {
    url: statusUrl,
    author: {
      displayName: 'Ada :cog:',
      handle: 'ada@social.example',
      host: 'social.example',
      confirmed: true,
      url: 'https://social.example/@ada',
      avatarUrl: 'https://files.social.example/a.png',
      avatarAlt: null,
      bot: false,
      emojis: [{ shortcode: 'cog', url: 'https://files.social.example/cog.png' }],
    },
    contentHtml: '<p>Hello, fediverse</p>',
    isLonger: false,
    isCancelled: false,
    names: [statusUrl],
    spoiler: null,
    sensitive: false,
    language: 'en',
    createdAt: { at: new Date('2025-08-17T12:20:44Z'), isDay: false },
    editedAt: null,
    media: [],
    emojis: [],
    poll: null,
    card: null,
    counts: { replies: 2, boosts: 1, favourites: 0 },
    replyTo: null,
    ...parts,
  };
}

export function statusMedia(parts: Partial<Status['media'][number]> = {}): Status['media'][number] {
  return {
    kind: 'image',
    imageUrl: 'https://files.social.example/m.png',
    playUrl: null,
    homeUrl: null,
    alt: null,
    width: 800,
    height: 600,
    durationSeconds: null,
    focus: null,
    ...parts,
  };
}

export function video(parts: Partial<Video> = {}): Video {
  return {
    host: 'youtube',
    id: 'm6UOo2YGbIE',
    hash: null,
    title: 'A talk about engines',
    author: 'Ada Lovelace',
    durationSeconds: 2840,
    width: 1280,
    height: 720,
    url: 'https://www.youtube.com/watch?v=m6UOo2YGbIE',
    hasPoster: true,
    ...parts,
  };
}
