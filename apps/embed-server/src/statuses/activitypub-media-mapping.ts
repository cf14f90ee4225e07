import { count, fields, list, text, webUrl, type Fields } from '../outbound/untrusted.js';
import { isPage, linkedKind } from './activitypub-card-mapping.js';
import { attachedTo, hasType, hrefOf, linkOf, many } from './activitypub-object.js';
import { bodyOf } from './activitypub-text-mapping.js';
import { fileKind, type FileKind, saysKind } from './file-kind.js';
import { withInlineMedia } from './inline-media-mapping.js';
import { plainWords } from './plain-text-mapping.js';

/** In the shape of Mastodon's MediaAttachment. */
export function attachmentsOf(object: Fields): Fields[] {
  return withInlineMedia(attachedMedia(object), bodyOf(object), webUrl(object['id']));
}

function attachedMedia(object: Fields): Fields[] {
  const isFilm = hasType(object, 'Video', 'Audio');
  const film = isFilm ? filmOf(object) : null;
  if (film) return [film];
  const attachments = attachedTo(object).map(linkOf);
  const attached = attachments.flatMap(attachmentOf);
  if (attached.length > 0) return attached;
  // Beside a link the picture is that of the link.
  if (attachments.some(isPage)) return [];
  const own = hasType(object, 'Image')
    ? [{ ...object, content: null }]
    : many(object['image']).map(linkOf);
  const pictures = own.flatMap((image) => attachmentOf({ ...image, type: 'Image' }));
  // What has no file to play, as a film that is live, has a picture still.
  const poster = isFilm && pictures.length === 0 ? previewOf(object) : null;
  return poster === null ? pictures : attachmentOf({ type: 'Image', href: poster });
}

function attachmentOf(item: Fields): Fields[] {
  const file = fileOf(item);
  const url = hrefOf(file ?? item);
  const linked = hasType(item, 'Link') ? linkedKind(item) : null;
  const isMedia = linked !== null || hasType(item, 'Document', 'Image', 'Video', 'Audio');
  if (url === null || !isMedia) return [];
  const [x, y] = list(item['focalPoint']);
  return [
    {
      type: linked ?? kindOf(item, file),
      url,
      preview_url: previewOf(item),
      remote_url: null,
      description: descriptionOf(item),
      meta: {
        original: {
          width: count(item['width']) ?? count(file?.['width']),
          height: count(item['height']) ?? count(file?.['height']),
          duration: secondsOf(item['duration']),
        },
        focus: { x, y },
      },
    },
  ];
}

/** Owncast has it as the content, which is HTML. */
function descriptionOf(item: Fields): string | null {
  const words = text(plainWords(text(item['content']) ?? ''));
  return text(item['name']) ?? text(item['summary']) ?? words;
}

/** Of several addresses the one of a file, beside which that of its page stands first at times. */
function fileOf(item: Fields): Fields | undefined {
  const links = many(item['url']).map(linkOf);
  const files = links.filter((link) => fileKind(text(link['mediaType']), null) !== null);
  // Of pictures the first is the one that they lead with.
  return files.every(isFilm) ? bestOf(files) : files[0];
}

function isFilm(link: Fields): boolean {
  return fileKind(text(link['mediaType']), null) === 'video';
}

/** The media type says the kind of a document; most without one are pictures. */
function kindOf(item: Fields, file: Fields | undefined): FileKind | 'unknown' {
  const link = file ?? fields(many(item['url'])[0]);
  const type = text(item['mediaType']) ?? text(link['mediaType']);
  const told = fileKind(type, null);
  if (told !== null) return told;
  if (hasType(item, 'Video')) return 'video';
  if (hasType(item, 'Audio')) return 'audio';
  if (saysKind(type)) return 'unknown';
  const named = fileKind(null, hrefOf(file ?? item));
  return named ?? (type === null || hasType(item, 'Image') ? 'image' : 'unknown');
}

/** PeerTube's posts are films: their files hide among the links, and in the links' own. */
function filmOf(object: Fields): Fields | null {
  const links = many(object['url']).map(linkOf);
  const all = [...links, ...links.flatMap((link) => many(link['tag']).map(fields))];
  const kind = hasType(object, 'Audio') ? 'audio' : 'video';
  const file = bestOf(
    all.filter((link) => fileKind(text(link['mediaType']), link['href']) === kind),
  );
  const url = webUrl(file?.['href']);
  if (url === null) return null;
  const { width, height } = file ?? {};
  const duration = secondsOf(object['duration']);
  const meta = { original: { width: count(width), height: count(height), duration } };
  return { type: kind, url, preview_url: previewOf(object), description: null, meta };
}

function bestOf(files: readonly Fields[]): Fields | undefined {
  return [...files].sort((a, b) => distance(a) - distance(b))[0];
}

// Between what is too small to read and what is too large to load.
function distance({ height }: Fields): number {
  return Math.abs((count(height) ?? 0) - 720);
}

function previewOf(item: Fields): string | null {
  const pictures = [...many(item['icon']), ...many(item['image'])];
  const widest = pictures.sort((a, b) => widthOf(b) - widthOf(a))[0];
  return hrefOf(widest) ?? coverOf(fields(item['track']));
}

/** Funkwhale's sounds have that of their track, or of its album. */
function coverOf(track: Fields): string | null {
  const { image, cover } = fields(track['album']);
  return hrefOf(track['image']) ?? hrefOf(image) ?? hrefOf(cover);
}

function widthOf(picture: unknown): number {
  return count(fields(picture)['width']) ?? 0;
}

/** Of an ISO 8601 duration in days, hours, minutes and seconds. */
function secondsOf(value: unknown): number | null {
  const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(text(value) ?? '');
  if (parts === null) return count(value);
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  return count(((days * 24 + hours) * 60 + minutes) * 60 + seconds);
}
