import { fileTypeFromBuffer } from 'file-type';
import type { AttachmentKind } from './attachment.js';
import { isPhonePicture } from './phone-brands.js';

export interface ToldType {
  readonly kind: AttachmentKind;
  readonly type: string;
}

/** What a browser shows or plays by itself, and runs nothing of; the types as `file-type` calls them, and as they are served. */
const played = new Map<string, ToldType>([
  ...['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif'].map(
    (type) => [type, { kind: 'image', type }] as const,
  ),
  ...['video/mp4', 'video/webm', 'video/quicktime', 'video/3gpp'].map(
    (type) => [type, { kind: 'video', type }] as const,
  ),
  ['video/3gpp2', { kind: 'video', type: 'video/3gpp' }],
  ['video/x-m4v', { kind: 'video', type: 'video/mp4' }],
  ['video/matroska', { kind: 'video', type: 'video/x-matroska' }],
  ...['audio/mpeg', 'audio/ogg', 'audio/wav', 'audio/aac', 'audio/flac'].map(
    (type) => [type, { kind: 'audio', type }] as const,
  ),
  ['audio/mp4', { kind: 'audio', type: 'audio/mp4' }],
  ['audio/x-m4a', { kind: 'audio', type: 'audio/mp4' }],
  ['video/ogg', { kind: 'video', type: 'video/ogg' }],
  ['audio/ogg; codecs=opus', { kind: 'audio', type: 'audio/ogg' }],
]);

/** Pictures of phones, alone or several in a row, which browsers do not all show. */
export const phonePictures: ReadonlySet<string> = new Set([
  ...['image/heic', 'image/heic-sequence', 'image/heif', 'image/heif-sequence', 'image/avif'],
]);

/** Documents and archives whose type helps who saves them. What may hold a script is not among them. */
const passive = new Set([
  ...['application/pdf', 'application/zip', 'application/gzip', 'application/x-7z-compressed'],
  ...[
    'application/x-tar',
    'application/x-bzip2',
    'application/epub+zip',
    ...phonePictures,
    'image/tiff',
  ],
  ...['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation'].map(
    (name) => `application/vnd.openxmlformats-officedocument.${name}`,
  ),
  ...['text', 'spreadsheet', 'presentation'].map(
    (name) => `application/vnd.oasis.opendocument.${name}`,
  ),
]);

const jpeg: ToldType = { kind: 'image', type: 'image/jpeg' };

/** Decoders take a file for a JPEG by its marker SOI alone (ITU-T T.81, B.1.1.3), also where what follows is damaged. */
const startsImage = (head: Buffer) => head.length >= 2 && head.readUInt16BE() === 0xffd8;

export const unknownType: ToldType = { kind: 'file', type: 'application/octet-stream' };

/** What a file is by its first bytes; whatever its sender calls it is of no account. */
export async function tellType(head: Buffer): Promise<ToldType> {
  // What ends too early for its type is not of it.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (!found) return startsImage(head) ? jpeg : unknownType;
  const told = (found as { mime: string }).mime;
  // Which it also says of every brand that it does not know.
  const mime = told === 'video/mp4' && isPhonePicture(head) ? 'image/heif' : told;
  return played.get(mime) ?? (passive.has(mime) ? { kind: 'file', type: mime } : unknownType);
}
