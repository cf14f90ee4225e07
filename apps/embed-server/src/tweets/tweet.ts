import type { DayOrMoment } from '../outbound/day-or-moment.js';

/**
 * A tweet as this service knows it, whatever the upstream was. Types only.
 *
 * Every string is plain, unescaped text; nothing in here is HTML. Absent facts are `null` (one value) or an
 * empty list, so that a reader need not know which source sends what.
 */
export interface Tweet {
  /** Decimal string; exceeds 2^53. */
  readonly id: string;
  readonly source: TweetSource;
  /** The full text as posted, unescaped, t.co links and all. */
  readonly text: string;
  /** The part of `text` to show, in code points: leading reply mentions and trailing media links lie outside. */
  readonly displayRange: CodePointRange;
  /** Sorted by start, never overlapping. */
  readonly entities: readonly TweetEntity[];
  /** `null` when the source does not name the author. */
  readonly author: TweetAuthor | null;
  readonly createdAt: DayOrMoment | null;
  /** As the upstream says: BCP 47, or X's own `und`, `zxx`, `qme`, ... */
  readonly lang: string | null;
  /** In the order of `images/:number`. */
  readonly media: readonly TweetMedia[];
  readonly card: TweetCard | null;
  readonly poll: TweetPoll | null;
  readonly quoted: QuotedTweet | null;
  /** The repost that was asked for; all else is what it reposts. */
  readonly repost: { readonly id: string; readonly author: TweetAuthor | null } | null;
  readonly replyTo: { readonly username: string | null; readonly tweetId: string | null } | null;
  readonly edited: boolean;
  /** A long post (`note_tweet`) whose rest the source does not give. */
  readonly isLongCut: boolean;
  readonly sensitive: boolean;
  /** `null`: the source does not send it. */
  readonly counts: Readonly<Record<'replies' | 'likes' | 'reposts' | 'quotes', number | null>>;
}

/** One level only: what a quoted tweet quotes is not followed. */
export type QuotedTweet = Omit<Tweet, 'quoted' | 'repost'>;

export type TweetSource = 'syndication' | 'api' | 'oembed';

/** Half open, counted in code points (not UTF-16 units) of the unescaped text. */
export interface CodePointRange {
  readonly start: number;
  readonly end: number;
}

export type TweetEntity = CodePointRange & EntityShape;

/** What an entity is, wherever it stands. */
export type EntityShape =
  { readonly kind: NamedKind; /** Without its sign. */ readonly name: string } | TweetLink;

export type NamedKind = 'hashtag' | 'cashtag' | 'mention';

export interface TweetLink {
  /** `media` links stand for an attachment that is shown anyway. */
  readonly kind: 'url' | 'media';
  /** The t.co address. */
  readonly url: string;
  /** Where it leads; `url` when unknown. */
  readonly expandedUrl: string;
  /** What X shows for it, without scheme, perhaps cut with an ellipsis. */
  readonly displayUrl: string;
}

export interface TweetAuthor {
  readonly id: string | null;
  readonly name: string;
  /** Without the `@`. */
  readonly username: string;
  /** Upstream address, in the largest useful size. */
  readonly avatarUrl: string | null;
  readonly avatarShape: 'circle' | 'square' | 'hexagon';
  /** The kind of mark, not a judgement: `blue` is bought, `legacy` is of before 2023. */
  readonly verified: 'blue' | 'business' | 'government' | 'legacy' | null;
}

export interface TweetMedia {
  readonly kind: 'photo' | 'video' | 'gif';
  readonly mediaKey: string | null;
  /** The picture: the photo itself, or the poster of a video or GIF. `null` when there is none. */
  readonly imageUrl: string | null;
  /** Pixels of the original; `null` when unknown. */
  readonly width: number | null;
  readonly height: number | null;
  readonly alt: string | null;
  /** mp4 only, best first; empty for photos. */
  readonly variants: readonly {
    readonly url: string;
    /** Bits a second; 0 for GIFs, `null` when unknown. */
    readonly bitrate: number | null;
  }[];
  readonly durationMs: number | null;
  /** `false` when the upstream says it may not be played or seen (region, copyright, deleted). */
  readonly available: boolean;
}

/** The preview of a link in the text. */
export interface TweetCard {
  readonly url: string;
  readonly title: string;
  readonly description: string | null;
  /** As X shows it, for example `react.dev`. */
  readonly domain: string | null;
  readonly size: 'large' | 'small';
  readonly image: {
    readonly url: string;
    readonly width: number | null;
    readonly height: number | null;
    readonly alt: string | null;
  } | null;
}

export interface TweetPoll {
  readonly options: readonly { readonly label: string; readonly votes: number | null }[];
  /** `null` when the counts are not given. */
  readonly total: number | null;
  readonly endsAt: Date | null;
  readonly final: boolean;
}
