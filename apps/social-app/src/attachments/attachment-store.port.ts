import type { Attachment, AttachmentWords, FileFacts } from './attachment.js';

export interface NewAttachment extends FileFacts, AttachmentWords {
  readonly id: string;
  readonly ownerId: string;
  readonly object: string;
  /** Bytes of the file, and of it with its smaller sizes. */
  readonly size: number;
  readonly stored: number;
}

/** A file that somebody may fetch. */
export interface FetchedAttachment extends Attachment {
  readonly object: string;
}

/** Milliseconds. */
export interface UnusedAges {
  /** Since it was uploaded, if no message has taken it. */
  readonly unsent: number;
  /** Since its message ended: so long somebody may still be reading, or be about to report it. */
  readonly released: number;
}

export type Added = 'added' | 'full' | 'gone';

export interface AttachmentStore {
  /** Bytes that the files of this person take. */
  usedBy(ownerId: string): Promise<number>;
  /** `full` when the person's files would take more than `quota` bytes together, `gone` when the person is: then nothing is kept. */
  add(attachment: NewAttachment, quota: number): Promise<Added>;
  /** Gives the room of a file back that no message has taken, of which nothing is shown from now on; false if there is none. */
  discard(ownerId: string, id: string): Promise<boolean>;
  /**
   * What this person may fetch now: their own that no message has taken, and those of messages that they see, of somebody whose
   * friend they are.
   */
  find(userId: string, id: string): Promise<FetchedAttachment | null>;
  /**
   * Forgets what no message shows and no open report holds, some at a time.
   *
   * @returns objects that nothing refers to any more: their files are to be removed
   */
  dropUnused(
    ages: UnusedAges,
    most: number,
  ): Promise<{ readonly objects: readonly string[]; readonly isFull: boolean }>;
  /** Those of the given objects that there are. */
  known(objects: readonly string[]): Promise<ReadonlySet<string>>;
}
