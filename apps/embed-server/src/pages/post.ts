import { type ComponentChildren, isValidElement } from 'preact';
import type { ShownSnapshot } from '../cache/found.js';
import type { Words } from './locale.js';
import type { DayOrMoment } from '../outbound/day-or-moment.js';
import { wholeLetters } from '../outbound/graphemes.js';
import type { CountedOfPost, Messages, Verified } from './messages.js';
import { bytesAsHtml, fitting, type PostBudget } from './page-budget.js';
import { readable } from './readable-text.js';

/**
 * What a page shows of one post, whether tweet or status. Strings are plain text; `ComponentChildren` are text with
 * links and emoji. Every `href` went through `webAddress`, every image path is this server's own.
 */
export interface Post {
  readonly permalink: string;
  readonly network: Network;
  /** Where one may do it: what its network has no address for is done at the post's page. */
  readonly actions: Readonly<Partial<Record<PostAction, string>>>;
  /** Where it is at home: `X`, or the instance's host. */
  readonly place: string;
  /** The place attests the post of another host, and nobody confirmed it. */
  readonly isUnconfirmed: boolean;
  /** Set where the post is shown as it was, since its home does not give it. */
  readonly snapshot?: SnapshotNote | null;
  /** Above the author: who boosted it. */
  readonly context: ComponentChildren;
  readonly author: PostAuthor | null;
  readonly createdAt: DayOrMoment | null;
  readonly edited: boolean;
  readonly reply: PostReply | null;
  /** Hides everything below the author until opened. */
  readonly warning: ComponentChildren;
  readonly text: ComponentChildren;
  /** The rest of a long text, folded away; `null` when there is none. */
  readonly more: ComponentChildren;
  /** Plain text with line breaks of its own, as opposed to paragraphs. */
  readonly plain: boolean;
  /** BCP 47 or nothing. */
  readonly lang: string | undefined;
  /** Whether there is more of it at its home: text, media or choices. */
  readonly cut: boolean;
  readonly media: readonly PostMedia[];
  readonly mediaSensitive: boolean;
  readonly poll: PostPoll | null;
  readonly card: PostCard | null;
  /** A list, feed or the like of the post's own network. */
  readonly record?: PostCard | null;
  readonly quote: Post | null;
  /** Why the post that is quoted is not shown. */
  readonly quoteGap?: string | null;
  /** Stands beside another of the same author, under which the link to its home is. */
  readonly isBeside?: boolean;
  /** Without those that are zero or unknown. */
  readonly counts: readonly { readonly what: CountedOfPost; readonly value: number }[];
}

export type Network = 'x' | 'bluesky' | 'fediverse';

export type PostAction = 'reply' | 'repost' | 'like';

export interface PostAuthor {
  readonly name: ComponentChildren;
  readonly plainName: string;
  /** With the `@`, and with the host on the fediverse; `null` when it says no more than the name. */
  readonly handle: string | null;
  readonly href: string | null;
  readonly avatar: string | null;
  readonly square: boolean;
  readonly verified: Verified | null;
  readonly bot: boolean;
}

export interface PostReply {
  readonly handle: string | null;
  readonly href: string | null;
}

export interface PostMedia {
  readonly kind: 'photo' | 'video' | 'gif' | 'audio' | 'file';
  /** Path of the photo or poster on this server. */
  readonly image: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly alt: string | null;
  /** Third-party addresses, tried in turn, only after a click. */
  readonly sources: readonly string[];
  readonly seconds: number | null;
  /** What must stay visible when the picture is cropped; each from -1 to 1, y upwards. */
  readonly focus: { readonly x: number; readonly y: number } | null;
  /** Where to see it when it cannot be played here. */
  readonly href: string;
}

export interface PostPoll {
  readonly options: readonly { readonly label: ComponentChildren; readonly votes: number | null }[];
  /** What a share is a share of; `null` while the counts are hidden. */
  readonly base: number | null;
  readonly counted: 'votes' | 'voters';
  readonly endsAt: DayOrMoment | null;
  readonly final: boolean;
}

export interface PostCard {
  readonly href: string;
  /** The host that it leads to, as far as anyone knows. */
  readonly host: string;
  readonly title: string;
  readonly description: string | null;
  readonly large: boolean;
  readonly image: CardImage | null;
}

export interface CardImage {
  readonly path: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly alt: string | null;
}

export interface SnapshotNote {
  readonly takenAt: Date;
  readonly isGone: boolean;
}

/** `null` for a post that is as its home gives it. */
export function noteOfSnapshot(snapshot: ShownSnapshot | undefined): SnapshotNote | null {
  if (snapshot === undefined) return null;
  return { takenAt: new Date(snapshot.takenAt), isGone: snapshot.isGone };
}

/** Without the date, which follows it. */
export function snapshotWords({ isGone }: SnapshotNote, { messages }: Words): string {
  return isGone ? messages.snapshots.gone : messages.snapshots.failing;
}

/** The media files that a click may play, in a post and what it quotes. */
export function mediaSources(post: Post): readonly string[] {
  const own = post.media.flatMap((item) => item.sources);
  return post.quote === null ? own : [...own, ...mediaSources(post.quote)];
}

// Fewer take less of a page than their base does.
const manyPictures = 4;

/** Where the addresses of the pictures of these posts begin, where there are so many that a page says it once. */
export function pictureBase(posts: readonly Post[], root: string): string | undefined {
  const base = `${root}/`;
  const isBelow = (path: string | null | undefined) => path?.startsWith(base) === true;
  const paths = posts.flatMap(({ author, media, quote }) => [
    author?.avatar,
    ...[...media, ...(quote?.media ?? [])].map(({ image }) => image),
  ]);
  return paths.filter(isBelow).length > manyPictures ? base : undefined;
}

/** A size fit for a `width` or `height` attribute. */
export function pixels(value: number | null): number | null {
  const whole = Math.round(value ?? 0);
  return whole > 0 && whole < 100_000 ? whole : null;
}

export function validTime(time: DayOrMoment | null): DayOrMoment | null {
  return time !== null && !Number.isNaN(time.at.getTime()) ? time : null;
}

/** As HTML and Open Graph have it. */
export function machineTime({ at, isDay }: DayOrMoment): string {
  const written = at.toISOString();
  return isDay ? written.slice(0, written.indexOf('T')) : written;
}

/** No post has more attachments or poll options than this, whatever a hostile upstream says. */
const mostMedia = 40;
const mostOptions = 40;

// What an item has beside its addresses and words.
const ITEM_BYTES = 800;

/** The media that a page has room for. */
export function shownMedia(media: readonly PostMedia[], { media: share }: PostBudget): PostMedia[] {
  const bytesOf = ({ image, alt, sources, href }: PostMedia) =>
    // Its address stands at a picture and at the link around it, that of a file at the link and for the player.
    [image, image, alt, href, ...sources, ...sources].reduce(
      (sum, part) => sum + bytesAsHtml(part ?? ''),
      ITEM_BYTES,
    );
  return fitting(media.slice(0, mostMedia), bytesOf, share);
}

/** The choices that a page has room for. */
export function shownOptions<T extends { readonly label: string }>(
  options: readonly T[],
  { options: share }: PostBudget,
): T[] {
  const bytesOf = ({ label }: T) => bytesAsHtml(label) + ITEM_BYTES / 4;
  return fitting(options.slice(0, mostOptions), bytesOf, share);
}

export const longestName = 500;
export const longestAlt = 2000;

/** A text that only takes a line or two, of so many UTF-16 units; a longer one ends with an ellipsis behind its last whole letter. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${wholeLetters(text, most - 1).toWellFormed()}…` : text;
}

/** A name as it is written with an `@`; `null` where nobody would see it. */
export function atName(name: string | null): string | null {
  const seen = readable(name);
  return seen === null ? null : `@${shortened(seen, longestName)}`;
}

/** `usual`: what stands in the place of a title that nobody sees. */
export function cardWords(
  { title, description }: Pick<PostCard, 'title' | 'description'>,
  usual: string,
) {
  const seen = readable(description);
  return {
    title: shortened(readable(title) ?? usual, longestName),
    description: seen && shortened(seen, 2 * longestName),
  };
}

/** A choice that nobody can read is known by its place. */
export function withLabel<T extends { readonly label: string }>(option: T, at: number): T {
  return readable(option.label) === null ? { ...option, label: String(at + 1) } : option;
}

// With the ellipsis.
const longestTitle = 81;

/** What the post is called by those who do not see it. */
export function postLabel({ author, place, isUnconfirmed }: Post, { messages }: Words): string {
  if (author === null) return place;
  const { plainName } = author;
  return isUnconfirmed
    ? attributedName(plainName, place, messages)
    : messages.postBy(plainName, place);
}

/** `According to example.org: Name` */
export function attributedName(
  name: string,
  place: string,
  messages: Pick<Messages, 'accordingTo'>,
): string {
  return `${messages.accordingTo(place)}: ${name}`;
}

/** `Name (@handle): first words`, for the document's title; what a warning hides is not for the title. */
export function postTitle(post: Post, words: Words): string {
  const { author } = post;
  const who = author ? authorTitle(author, post, words) : words.messages.viewOn(post.place);
  const text = plainWords(post.warning ?? post.text)
    .replace(/\s+/g, ' ')
    .trim();
  return readable(text) === null ? who : `${who}: ${shortened(text, longestTitle)}`;
}

function authorTitle(
  { plainName, handle }: PostAuthor,
  { place, isUnconfirmed }: Post,
  words: Words,
) {
  const name = handle ? `${plainName} (${handle})` : plainName;
  return isUnconfirmed ? attributedName(name, place, words.messages) : name;
}

const blocks = new Set<unknown>(['p', 'br', 'li', 'pre', 'blockquote', 'ul', 'ol']);

/** The words of rendered text: emoji by their names, blocks apart. */
export function plainWords(children: ComponentChildren): string {
  if (Array.isArray(children)) return children.map(plainWords).join('');
  if (isValidElement(children)) {
    const props = children.props as { alt?: unknown; children?: ComponentChildren };
    const own = typeof props.alt === 'string' ? props.alt : plainWords(props.children);
    return blocks.has(children.type) ? ` ${own} ` : own;
  }
  return typeof children === 'string' ? children : '';
}
