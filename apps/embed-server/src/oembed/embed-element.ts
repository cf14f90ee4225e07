import type { Embed } from './parse-embed-url.js';

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element of `embed.js`. */
export interface EmbedElement {
  readonly tag: string;
  readonly title: string;
  readonly attributes: Attributes;
}

export function elementOf(embed: Embed): EmbedElement {
  if (embed.kind === 'tweet') {
    const attributes = { status: embed.id, thread: embed.isThread };
    return { tag: 'embed-tweet', title: 'Post on X', attributes };
  }
  if (embed.kind === 'status') {
    const attributes = { status: embed.statusUrl, thread: embed.isThread };
    return { tag: 'embed-mastodon', title: 'Post', attributes };
  }
  if (embed.kind === 'bluesky') {
    const attributes = { href: embed.postUrl, thread: embed.isThread };
    return { tag: 'embed-bluesky', title: 'Post on Bluesky', attributes };
  }
  if (embed.kind === 'media') {
    return { tag: 'embed-media', title: 'Content', attributes: { href: embed.page } };
  }
  const [start, hash] = [embed.start ?? undefined, embed.hash ?? undefined];
  const attributes = { type: embed.host, 'video-id': embed.id, start, hash };
  return { tag: 'embed-video', title: 'Video', attributes };
}
