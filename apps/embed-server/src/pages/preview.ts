// What programs show of a page whose address is pasted into a chat. Guarantees: nothing that the page covers, as words or as
// a picture; pictures of this server alone; words of one line, without HTML, within what the parsers take.

import type { ComponentChildren } from 'preact';
import type { DayOrMoment } from '../outbound/day-or-moment.js';
import { cutText } from './cut-text.js';
import type { Words } from './locale.js';
import { hasCover } from './media-height.js';
import { firstReadable } from './readable-text.js';
import { attributedName, type Post, postLabel, plainWords } from './post.js';

export interface Preview {
  readonly type: 'article' | 'video.other' | 'website';
  readonly title: string;
  /** Never empty: WhatsApp shows nothing else. */
  readonly description: string;
  readonly siteName: string;
  readonly published: DayOrMoment | null;
  readonly picture: PreviewPicture | null;
}

export interface PreviewPicture {
  /** On this server, perhaps with a query. */
  readonly path: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly alt: string | null;
  /** Of what was posted, and not of who did. */
  readonly isLarge: boolean;
}

// Bytes: Discord cuts titles and descriptions there, wherever in a letter that is, and drops all of a page whose site name
// is longer. Descriptions of pictures: X.
const longest = { title: 70, description: 350, siteName: 256, alt: 420 };

/** Within the limits of the parsers. A name cut short could be that of another site, so a long one is left out. */
export function previewOf(preview: Preview): Preview {
  const title = cutText(preview.title, longest.title);
  const isNameable = Buffer.byteLength(preview.siteName) <= longest.siteName;
  return {
    ...preview,
    title,
    description: cutText(preview.description, longest.description) || title,
    siteName: isNameable ? cutText(preview.siteName, longest.siteName) : '',
    picture: preview.picture && {
      ...preview.picture,
      alt: preview.picture.alt && cutText(preview.picture.alt, longest.alt),
    },
  };
}

export function previewOfPost(post: Post, words: Words): Preview {
  return previewOf({
    type: 'article',
    title: titleOf(post, words),
    description: descriptionOf(post, words),
    siteName: post.place,
    published: post.createdAt,
    picture: previewPicture(post),
  });
}

/** The handle stays whole where it can: names are anybody's. */
function titleOf(post: Post, words: Words): string {
  const { author, place, isUnconfirmed } = post;
  if (author === null) return words.messages.viewOn(place);
  const handle = author.handle === null ? '' : ` (${author.handle})`;
  if (isUnconfirmed) return attributedName(`${author.plainName}${handle}`, place, words.messages);
  const room = longest.title - Buffer.byteLength(handle);
  return (room < 16 ? author.plainName : cutText(author.plainName, room)) + handle;
}

function descriptionOf(post: Post, words: Words): string {
  if (post.warning) return warningOf(post.warning, words);
  const [first] = post.media;
  const said = [plainWords(post.text), post.mediaSensitive ? null : first?.alt, post.card?.title];
  const told = firstReadable(...said) ?? postLabel(post, words);
  return isCancelled(post, words) ? `${words.messages.cancelled}: ${told}` : told;
}

function isCancelled({ context }: Post, { messages }: Words): boolean {
  return [context].flat().includes(messages.cancelled);
}

function warningOf(warning: ComponentChildren, { messages }: Words): string {
  const said = plainWords(warning);
  return said === messages.contentWarning ? said : `${messages.contentWarning}: ${said}`;
}

/** The first picture that the page shows unasked; `null` where the page covers any. */
export function previewPicture(post: Post): PreviewPicture | null {
  if (isCovered(post)) return null;
  const { author, quote } = post;
  const own = ownPicture(post) ?? (quote && !isCovered(quote) ? ownPicture(quote) : null);
  if (own !== null) return own;
  if (!author?.avatar) return null;
  return { path: author.avatar, width: null, height: null, alt: null, isLarge: false };
}

function isCovered({ warning, mediaSensitive }: Post): boolean {
  return Boolean(warning) || mediaSensitive;
}

function ownPicture({ media, card, record }: Post): PreviewPicture | null {
  const shown = media.find(({ kind, image }) => image && kind !== 'audio' && kind !== 'file');
  if (shown?.image) return picture(shown.image, shown, shown.alt);
  const cover = media.find(hasCover);
  // Its words and sizes are those of the sound.
  if (cover !== undefined) return picture(cover.image, { width: null, height: null }, null);
  const linked = card?.image ?? record?.image;
  return linked ? picture(linked.path, linked, linked.alt) : null;
}

// Hosts keep a copy of about that size, which is small enough for WhatsApp (600 kB).
const longestSide = 1200;
// Parsers leave smaller ones away, and so small a number may be a mere proportion.
const shortestSide = 100;

type Sides = Readonly<Record<'width' | 'height', number | null>>;

function picture(path: string, { width, height }: Sides, alt: string | null): PreviewPicture {
  const known = { path: `${path}?size=medium`, alt, isLarge: true };
  if (!width || !height) return { ...known, width: null, height: null };
  const scale = Math.min(1, longestSide / Math.max(width, height));
  const sides = [width, height].map((side) => Math.round(side * scale));
  if (Math.min(...sides) < shortestSide) return { ...known, width: null, height: null };
  return { ...known, width: sides[0] ?? null, height: sides[1] ?? null };
}
