import type { DayOrMoment } from '../outbound/day-or-moment.js';

/**
 * A microblog status as this service knows it, checked field by field: any host may call itself an instance.
 * Types only. Strings are plain text but for `contentHtml`; absent facts are `null` or an empty list.
 */
export interface Status {
  /** Where a reader finds it, on the host of its author. https, or null. */
  readonly url: string | null;
  readonly author: StatusAuthor;
  /** Who boosted it, when the address was that of a boost; all else is the boosted status. */
  readonly boostedBy: StatusAuthor | null;
  /** As the instance says: untrusted HTML, to be sanitised by whoever shows it. */
  readonly contentHtml: string;
  /** Of a kind that is longer than a post, as an article or a film: a page shows its beginning. */
  readonly isLonger: boolean;
  /** An event that does not take place. */
  readonly isCancelled: boolean;
  /** What the status is called where it was attested. They tell what else names it, and are no links: nobody vouches for them. */
  readonly names: readonly string[];
  /** The content warning; `null` when there is none. May hold custom emoji. */
  readonly spoiler: string | null;
  readonly sensitive: boolean;
  /** BCP 47. */
  readonly language: string | null;
  readonly createdAt: DayOrMoment | null;
  readonly editedAt: Date | null;
  /** In the order of `images/:number`. */
  readonly media: readonly StatusMedia[];
  /** Custom emoji of text, content warning, poll and author's name, by shortcode. */
  readonly emojis: readonly StatusEmoji[];
  readonly poll: StatusPoll | null;
  readonly card: StatusCard | null;
  /** Only an accepted quote; one level. */
  readonly quoted: QuotedStatus | null;
  readonly counts: Readonly<Record<'replies' | 'boosts' | 'favourites', number | null>>;
  /** `null`: it is no reply. The name, `user@host` in full, stands there only where the instance sends it. */
  readonly replyTo: { readonly acct: string | null; readonly url: string | null } | null;
}

export type QuotedStatus = Omit<Status, 'quoted' | 'boostedBy'>;

export interface StatusAuthor {
  readonly displayName: string;
  /** `user@domain` in full, for an account of the asked instance, too; `user` alone where nobody vouches for a domain. */
  readonly handle: string;
  /** Whose word it is: a host, with the port where there is one. */
  readonly host: string;
  /** That host's own word; otherwise what it attests of another host. */
  readonly confirmed: boolean;
  /** On `host`; `null` unless confirmed. */
  readonly url: string | null;
  /** Upstream address; the still version where there is one. */
  readonly avatarUrl: string | null;
  readonly avatarAlt: string | null;
  readonly bot: boolean;
  readonly emojis: readonly StatusEmoji[];
}

export interface StatusEmoji {
  readonly shortcode: string;
  /** Upstream address of the still version. */
  readonly url: string;
}

export interface StatusMedia {
  readonly kind: 'image' | 'gifv' | 'video' | 'audio' | 'unknown';
  /** The picture: the image itself, or the poster of a film or sound; `null` when there is none. */
  readonly imageUrl: string | null;
  /** A smaller copy, where the instance keeps one. */
  readonly previewUrl?: string | null;
  /** What plays: gifv, video and audio only. */
  readonly playUrl: string | null;
  /** The same at its home, where an instance's media proxy may send the player; `null` when that is `playUrl`. */
  readonly homeUrl: string | null;
  readonly alt: string | null;
  /** Pixels of the original. */
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  /** -1..1 from the centre, y upwards. */
  readonly focus: { readonly x: number; readonly y: number } | null;
}

export interface StatusPoll {
  readonly options: readonly { readonly label: string; readonly votes: number | null }[];
  readonly votes: number | null;
  /** Shares of a poll with several choices are of the voters, not of the votes. */
  readonly voters: number | null;
  readonly multiple: boolean;
  readonly endsAt: DayOrMoment | null;
  readonly expired: boolean;
}

export interface StatusCard {
  readonly url: string;
  readonly title: string;
  readonly description: string | null;
  readonly providerName: string | null;
  readonly authorName: string | null;
  readonly imageUrl: string | null;
  readonly imageAlt: string | null;
  readonly width: number | null;
  readonly height: number | null;
}
