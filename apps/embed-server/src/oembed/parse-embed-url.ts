import { parseStatusPath } from '../statuses/status-path.js';
import { parseStatusUrl } from '../statuses/parse-status-url.js';
import type { VideoHost } from '../videos/video.js';
import { parametersOf, type VideoAddress, videoOf } from './parse-video-url.js';

interface StatusEmbed {
  readonly kind: 'status';
  readonly statusUrl: string;
  /** Of a page that may be any: its host has not said yet that it is a status. */
  readonly isOpen?: true | undefined;
}

/** What this server has a page of. */
export type Embed = { readonly kind: 'tweet'; readonly id: string } | StatusEmbed | VideoAddress;

/** Of its page, below this server. */
export function pagePath(embed: Embed): string {
  if (embed.kind === 'tweet') return `/tweet/${embed.id}.amp`;
  if (embed.kind === 'status') return `/mastodon/${encodeURIComponent(embed.statusUrl)}.amp`;
  const query = new URLSearchParams();
  if (embed.hash !== null) query.set('h', embed.hash);
  if (embed.start !== null) query.set('start', embed.start);
  return `/video/${embed.host}/${embed.id}.amp${query.size === 0 ? '' : '?'}${query.toString()}`;
}

/** Reads an address as people copy it; `null`: this server has no page of it. */
export function recogniseEmbed(given: string, publicUrl: string): Embed | null {
  if (!URL.canParse(given)) return null;
  const url = new URL(given);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  if (url.href.startsWith(`${publicUrl}/`)) return ofOwnPage(url, publicUrl);
  const host = url.hostname.replace(/^(?:www|m|mobile)\./, '');
  if (host === 'twitter.com' || host === 'x.com') return ofTweet(url.pathname);
  const video = videoOf(host, url);
  if (video !== undefined) return video;
  return ofStatus(url.href);
}

function ofTweet(path: string): Embed | null {
  const id = /^\/(?:i\/web|\w{1,30})\/status(?:es)?\/(\d{1,19})(?:\/|$)/.exec(path)?.[1];
  return id === undefined ? null : { kind: 'tweet', id };
}

function ofStatus(address: string): Embed | null {
  const status = parseStatusUrl(address);
  return status && { kind: 'status', statusUrl: status.page, isOpen: status.isOpen };
}

const hosts = new Map<string | undefined, VideoHost>([
  ['host-a', 'youtube'],
  ['host-b', 'vimeo'],
  ['host-c', 'facebook'],
  ['youtube', 'youtube'],
  ['vimeo', 'vimeo'],
  ['facebook', 'facebook'],
]);

function ofOwnPage(url: URL, publicUrl: string): Embed | null {
  const path = url.pathname.slice(new URL(`${publicUrl}/`).pathname.length - 1);
  const [, tweet, segment, video, status] =
    /^\/(?:tweet\/(\d{1,19})(?:\.amp)?|video\/([a-z-]+)\/([\w-]{1,64})(?:\.amp)?|mastodon\/(.+))$/.exec(
      path,
    ) ?? [];
  if (tweet !== undefined) return { kind: 'tweet', id: tweet };
  if (status !== undefined) return ofStatusPage(status);
  const host = hosts.get(segment);
  if (host === undefined || video === undefined) return null;
  return { kind: 'video', host, id: video, ...parametersOf(url, url.searchParams.get('h')) };
}

function ofStatusPage(path: string): Embed | null {
  try {
    const { statusUrl, resource } = parseStatusPath(decodeURIComponent(path));
    return resource === '' || resource === '.amp' ? ofStatus(statusUrl) : null;
  } catch {
    return null;
  }
}
