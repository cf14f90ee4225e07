export type AttachmentKind = 'image' | 'video' | 'audio' | 'file';

/** A smaller one of a picture; a picture that is small itself has none. */
export type SizeName = 'small' | 'medium';

export interface SmallerSize {
  readonly name: SizeName;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  readonly width: number;
  readonly height: number;
}

/** What the service has found out about the content of a file. */
export interface FileFacts {
  readonly kind: AttachmentKind;
  readonly type: string;
  /** Pixels, of pictures and films. */
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds, of films and sounds. */
  readonly duration: number | null;
  /** A blurred picture of few bytes, as a `data:` address. */
  readonly preview: string | null;
  readonly sizes: SmallerSize[];
}

/** What its sender says of it. */
export interface AttachmentWords {
  readonly name: string | null;
  /** What a picture shows, for who does not see it. */
  readonly alt: string | null;
}

/** A file as messages show it. */
export interface Attachment extends FileFacts, AttachmentWords {
  readonly id: string;
  /** Bytes. */
  readonly size: number;
}

/** The name of a file in the store, and of its smaller sizes. */
export function fileName(object: string, size?: SizeName): string {
  return size === undefined ? object : `${object}.${size}`;
}

/** The name of a piece of an upload; the release before takes it for none of its own, and leaves it alone. */
export function pieceName(object: string): string {
  return `${object}.piece`;
}

const names = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\.(?:small|medium|piece))?$/;

/** The object that a file of the store belongs to; null: no file of this service has such a name. */
export function objectOf(name: string): string | null {
  return names.exec(name)?.[1] ?? null;
}

/** Where a file lies in the store: few stores like a million names in one place. */
export function shardOf(name: string): string {
  return name.slice(0, 2);
}

/** All names that an object can have. */
export function fileNames(object: string): string[] {
  return [fileName(object), fileName(object, 'small'), fileName(object, 'medium')];
}
