import type { DayOrMoment } from '../outbound/day-or-moment.js';

/**
 * A post on Bluesky as this service knows it. Types only.
 *
 * Every string is plain, unescaped text. Absent facts are `null` (one value) or an empty list.
 */
export interface BlueskyPost {
  readonly did: string;
  /** Names the post among those of its author. */
  readonly rkey: string;
  readonly author: BlueskyAuthor;
  readonly text: readonly BlueskyText[];
  readonly createdAt: DayOrMoment | null;
  /** BCP 47, as its author says. */
  readonly lang: string | null;
  /** In the order of `images/:number`. */
  readonly media: readonly BlueskyMedia[];
  /** Of a page that the post links to. */
  readonly card: BlueskyCard | null;
  /** A list, feed, starter pack or labeller that stands in the post. */
  readonly record: BlueskyRecord | null;
  readonly quoted: QuotedBlueskyPost | null;
  /** Why the post that is quoted is not here. */
  readonly quoteGap: QuoteGap | null;
  /** The post that it replies to. */
  readonly replyTo: { readonly did: string; readonly rkey: string } | null;
  /** What its labels ask for: the whole behind a warning, or its pictures. */
  readonly cover: 'none' | 'media' | 'all';
  readonly counts: Readonly<Record<'replies' | 'reposts' | 'quotes' | 'likes', number | null>>;
}

/** One level only: what a quoted post quotes is not followed. */
export type QuotedBlueskyPost = Omit<BlueskyPost, 'quoted' | 'quoteGap'>;

export interface BlueskyAuthor {
  readonly did: string;
  readonly handle: string;
  /** May be empty. */
  readonly displayName: string;
  readonly avatarUrl: string | null;
  /** `verifier`: it vouches for others. */
  readonly verified: 'verified' | 'verifier' | null;
  /** Labelled so by itself. */
  readonly bot: boolean;
}

/** A stretch of the text, and what it links to. */
export interface BlueskyText {
  readonly text: string;
  readonly link: TextLink | null;
}

export type TextLink =
  | { readonly kind: 'link'; readonly url: string }
  | { readonly kind: 'mention'; readonly did: string }
  | { readonly kind: 'tag'; readonly tag: string };

export interface BlueskyMedia {
  readonly kind: 'photo' | 'video' | 'gif';
  /** The picture, or the poster of a film. */
  readonly imageUrl: string | null;
  readonly thumbUrl: string | null;
  /** Pixels, or only their proportion. */
  readonly width: number | null;
  readonly height: number | null;
  readonly alt: string | null;
  /** Of a film: its HLS playlist. */
  readonly playlistUrl: string | null;
}

export interface BlueskyCard {
  readonly url: string;
  readonly title: string;
  readonly description: string | null;
  readonly imageUrl: string | null;
}

export interface BlueskyRecord {
  readonly kind: 'list' | 'feed' | 'starterPack' | 'labeler';
  /** Its page on bsky.app. */
  readonly url: string;
  readonly name: string;
  readonly description: string | null;
  /** Of who made it. */
  readonly handle: string | null;
  readonly imageUrl: string | null;
}

/** `withheld`: its author wants it shown to people who are signed in alone. */
export type QuoteGap = 'gone' | 'blocked' | 'detached' | 'withheld';
