import type { NewAttachment } from '../attachments/attachment-store.port.js';

export interface NewUpload {
  readonly id: string;
  readonly ownerId: string;
  /** By which its owner's beginning is known again; null: each is another one. */
  readonly key: string | null;
  /** Bytes of all of it. */
  readonly length: number;
  /** What its sender says of it, as the protocol writes it. */
  readonly metadata: string | null;
}

/** A file that is arriving, or has arrived. */
export interface Upload extends Omit<NewUpload, 'ownerId' | 'key'> {
  /** Bytes that are kept. */
  readonly received: number;
  readonly pieces: number;
  /** What has become of it; null: nothing yet. */
  readonly attachmentId: string | null;
  readonly expiresAt: Date;
}

export interface Piece {
  readonly object: string;
  /** Bytes. */
  readonly length: number;
}

export interface UploadLimits {
  /** Bytes of all files of a person. */
  readonly quota: number;
  /** Uploads of a person that are not finished. */
  readonly mostOpen: number;
  /** Milliseconds from the last piece on. */
  readonly lifetime: number;
}

export interface UploadStore {
  /** The one that its owner has begun by the same key, whatever is said of it now, if its time is not over. `full` when the person has no room for it, `too-many` when they have begun too many, `gone` when the person is. */
  create(upload: NewUpload, limits: UploadLimits): Promise<Upload | 'full' | 'too-many' | 'gone'>;
  /** Null when there is none, or it is another's, or its time is over. */
  find(ownerId: string, id: string): Promise<Upload | null>;
  /** Null when it has not, or no longer, so many bytes: then somebody else has continued it, ended it or finished it. */
  append(upload: Upload, piece: Piece, lifetime: number): Promise<Upload | null>;
  /** In their order. */
  piecesOf(id: string): Promise<readonly Piece[]>;
  /**
   * Makes it an attachment. Its pieces are of no use any more.
   *
   * @returns their objects; `full` when the person has no room, or it is finished, ended or over; `gone` when the person is
   */
  finish(
    id: string,
    attachment: NewAttachment,
    quota: number,
  ): Promise<readonly string[] | 'full' | 'gone'>;
  /**
   * Ends it. An attachment that it has become and no message has taken goes as well, and takes nobody's room any more.
   *
   * @returns the objects of its pieces; null when there is none
   */
  drop(ownerId: string, id: string): Promise<readonly string[] | null>;
  /** The same for some of those whose time is over, or whose owner is gone. */
  dropExpired(
    most: number,
  ): Promise<{ readonly objects: readonly string[]; readonly isFull: boolean }>;
}
