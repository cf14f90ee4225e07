import { parsePostAddress, postUrl } from '../bluesky/post-address.js';
import { endsWithAddress } from '../http/whole-address.js';
import { parseMediaPath } from '../media/media-path.js';
import { parseStatusPath } from '../statuses/status-path.js';
import { parseStatusUrl } from '../statuses/parse-status-url.js';
import type { VideoHost } from '../videos/video.js';
import { parametersOf, type VideoAddress, videoOf } from './parse-video-url.js';

export interface TweetEmbed {
  readonly kind: 'tweet';
  readonly id: string;
  /** With its author's posts around it. */
  readonly isThread?: true | undefined;
}

export interface StatusEmbed {
  readonly kind: 'status';
  readonly statusUrl: string;
  /** Of a page that may be any: its host has not said yet that it is a status. */
  readonly isOpen?: true | undefined;
  /** With its author's posts around it. */
  readonly isThread?: true | undefined;
}

export interface BlueskyEmbed {
  readonly kind: 'bluesky';
  readonly postUrl: string;
  /** With its author's posts around it. */
  readonly isThread?: true | undefined;
}

/** What this server has a page of. */
export type Embed =
  | TweetEmbed
  | BlueskyEmbed
  | { readonly kind: 'media'; readonly page: string }
  | StatusEmbed
  | VideoAddress;

/** The address of a page of an oEmbed provider as this server asks for it; `null`: of none that it could ask. */
export type RecogniseMedia = (address: string) => string | null;

/** Of its page, below this server. */
export function pagePath(embed: Embed): string {
  if (embed.kind === 'tweet') return `/tweet/${embed.id}.amp${threadQuery(embed)}`;
  if (embed.kind === 'status') {
    return `/mastodon/${encodeURIComponent(embed.statusUrl)}.amp${threadQuery(embed)}`;
  }
  if (embed.kind === 'bluesky') {
    return `/bluesky/${encodeURIComponent(embed.postUrl)}.amp${threadQuery(embed)}`;
  }
  if (embed.kind === 'media') return `/media/${encodeURIComponent(embed.page)}.amp`;
  const query = new URLSearchParams();
  if (embed.hash !== null) query.set('h', embed.hash);
  if (embed.start !== null) query.set('start', embed.start);
  return `/video/${embed.host}/${embed.id}.amp${query.size === 0 ? '' : '?'}${query.toString()}`;
}

function threadQuery({ isThread }: { readonly isThread?: true | undefined }): string {
  return isThread ? '?thread=1' : '';
}

/** Reads an address as people copy it; `null`: this server has no page of it. */
export function recogniseEmbed(
  given: string,
  publicUrl: string,
  recogniseMedia: RecogniseMedia,
): Embed | null {
  if (/^at:/i.test(given)) return ofBluesky(given);
  if (!URL.canParse(given)) return null;
  const url = new URL(given);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  if (url.href.startsWith(`${publicUrl}/`)) return ofOwnPage(url, publicUrl, recogniseMedia);
  const host = url.hostname.replace(/^(?:www|m|mobile)\./, '');
  if (host === 'twitter.com' || host === 'x.com') return ofTweet(url.pathname);
  if (host === 'bsky.app') return ofBluesky(url.href);
  const video = videoOf(host, url);
  if (video !== undefined) return video;
  return ofMedia(url.href, recogniseMedia) ?? ofStatus(url.href);
}

// Before statuses, whose paths are the same at every host: here the host is known.
function ofMedia(address: string, recogniseMedia: RecogniseMedia): Embed | null {
  const page = recogniseMedia(address);
  return page === null ? null : { kind: 'media', page };
}

function ofTweet(path: string): Embed | null {
  const id = /^\/(?:i\/web|\w{1,30})\/status(?:es)?\/(\d{1,19})(?:\/|$)/.exec(path)?.[1];
  return id === undefined ? null : { kind: 'tweet', id };
}

function ofBluesky(given: string, isThread?: true): Embed | null {
  const address = parsePostAddress(given);
  return address && { kind: 'bluesky', postUrl: postUrl(address.actor, address.rkey), isThread };
}

function ofStatus(address: string, isThread?: true): Embed | null {
  const status = parseStatusUrl(address);
  return status && { kind: 'status', statusUrl: status.page, isOpen: status.isOpen, isThread };
}

const hosts = new Map<string | undefined, VideoHost>([
  ['host-a', 'youtube'],
  ['host-b', 'vimeo'],
  ['host-c', 'facebook'],
  ['youtube', 'youtube'],
  ['vimeo', 'vimeo'],
  ['facebook', 'facebook'],
]);

function ofOwnPage(url: URL, publicUrl: string, recogniseMedia: RecogniseMedia): Embed | null {
  const path = url.pathname.slice(new URL(`${publicUrl}/`).pathname.length - 1);
  const media = ofMediaPage(path);
  if (media !== null) return ofMedia(media, recogniseMedia);
  const [, tweet, segment, video, network, post] =
    /^\/(?:tweet\/(\d{1,19})(?:\.amp|\.html)?|video\/([a-z-]+)\/([\w-]{1,64})(?:\.amp|\.html)?|(mastodon|bluesky)\/(.+))$/.exec(
      path,
    ) ?? [];
  const isThread = url.searchParams.get('thread') === '1' || undefined;
  if (tweet !== undefined) return { kind: 'tweet', id: tweet, isThread };
  if (post !== undefined) {
    const read = network === 'bluesky' ? ofBluesky : ofStatus;
    return ofPostPage(post, (address) => read(address, isThread));
  }
  const host = hosts.get(segment);
  if (host === undefined || video === undefined) return null;
  return { kind: 'video', host, id: video, ...parametersOf(url, url.searchParams.get('h')) };
}

/** The page whose `/media/…` it is. */
function ofMediaPage(path: string): string | null {
  if (!path.startsWith('/media/')) return null;
  try {
    const given = decodeURIComponent(path.slice('/media/'.length));
    if (endsWithAddress(path)) return given;
    const { page, resource } = parseMediaPath(given);
    return resource === '/thumbnail' ? null : page;
  } catch {
    return null;
  }
}

function ofPostPage(path: string, read: (address: string) => Embed | null): Embed | null {
  try {
    if (endsWithAddress(path)) return read(decodeURIComponent(path));
    const { statusUrl, resource } = parseStatusPath(decodeURIComponent(path));
    return resource === '' || resource === '.amp' || resource === '.html' ? read(statusUrl) : null;
  } catch {
    return null;
  }
}
