import { webUrl } from '../outbound/untrusted.js';

const names = {
  image: /\.(?:avif|gif|jpe?g|png|webp)$/i,
  video: /\.(?:m4v|mov|mp4|ogv|webm)$/i,
  audio: /\.(?:aac|flac|m4a|mp3|oga|ogg|opus|wav)$/i,
} as const;
export type FileKind = keyof typeof names;
const kinds: readonly FileKind[] = ['image', 'video', 'audio'];

/** What a file is: by its media type, or where that says nothing by its name; `null`: none of these. */
export function fileKind(mediaType: string | null, address: unknown): FileKind | null {
  if (saysKind(mediaType)) return kinds.find((kind) => mediaType.split('/')[0] === kind) ?? null;
  const url = webUrl(address);
  const path = url === null ? '' : new URL(url).pathname;
  return kinds.find((kind) => names[kind].test(path)) ?? null;
}

/** A file of mere bytes may be anything. */
export function saysKind(mediaType: string | null): mediaType is string {
  return mediaType !== null && mediaType !== 'application/octet-stream';
}
