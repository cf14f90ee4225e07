import { randomUUID } from 'node:crypto';
import { Semaphore } from '@triptych/postgres/semaphore';
import {
  fileName,
  fileNames,
  type Attachment,
  type AttachmentWords,
  type FileFacts,
  type SizeName,
} from './attachment.js';
import { Unauthenticated } from '../sessions/sessions.errors.js';
import type {
  Added,
  AttachmentStore,
  FetchedAttachment,
  NewAttachment,
} from './attachment-store.port.js';
import {
  AttachmentEmpty,
  AttachmentNotFound,
  AttachmentsBusy,
  AttachmentTooLarge,
  PictureUnreadable,
  QuotaExceeded,
} from './attachments.errors.js';
import type { DrawnPicture } from './draw-picture.js';
import type { ByteRange, FileStore, StagedFile } from './file-store.port.js';
import type { MediaFacts, MediaFile } from './media-file.js';
import { phonePictures, unknownType, type ToldType } from './told-type.js';
import type { PlacesLimits, UploadPlaces } from './upload-places.js';

export interface AttachmentLimits extends PlacesLimits {
  /** Bytes of one file, and of all files of a person. */
  readonly maxBytes: number;
  readonly quota: number;
  /** Pictures that wait to be drawn, and milliseconds that each does. */
  readonly mostWaiting: number;
  readonly patienceMs: number;
}

/** A picture of twelve megapixels takes about a second. */
export const attachmentDefaults = {
  mostUploads: 200,
  mostOfOne: 10,
  mostWaiting: 50,
  patienceMs: 30_000,
};

/** A picture is read into memory, however long films may be; of as many pixels as one may have, it is hardly ever longer. */
const mostPictureBytes = 64 * 1024 * 1024;

export interface AttachmentParts {
  readonly store: AttachmentStore;
  readonly files: FileStore;
  readonly places: UploadPlaces;
  readonly tellType: (head: Buffer) => Promise<ToldType>;
  readonly cleanPhonePicture: (file: MediaFile) => Promise<boolean>;
  readonly cleanMedia: (told: ToldType, file: MediaFile) => Promise<MediaFacts | null>;
  readonly drawPicture: (bytes: Buffer) => Promise<DrawnPicture | null>;
}

export interface Upload extends AttachmentWords {
  /** As far as the sender says. */
  readonly announced: number | null;
  readonly bytes: AsyncIterable<Buffer>;
}

/** One of the files of an attachment: itself, or a smaller size. */
export interface OpenedFile {
  readonly attachment: FetchedAttachment;
  /** Names the bytes: other ones have another name. It is not the one in the store, which nobody is told. */
  readonly tag: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** @throws AttachmentNotFound when the file has gone meanwhile */
  readonly read: (range: ByteRange) => Promise<AsyncIterable<Buffer>>;
}

export type Attachments = ReturnType<typeof createAttachments>;

/**
 * Files that people send (ADR 0081). Guarantees: no row without its files, whatever is killed when; nothing of a picture but what
 * can be seen; one picture is decoded at a time.
 *   arriving → staged      up to `maxBytes`, on disk, as it comes
 *   staged   → drawn       a picture, in its turn; refused when too many wait
 *   drawn    → kept        its files, then its row, if the person has the room
 *            → dropped     on any fault; what a killed process leaves is removed by the sweep
 */
export function createAttachments(parts: AttachmentParts, limits: AttachmentLimits) {
  const { store, files } = parts;
  const drawing = new Semaphore(1);

  async function draw(staged: StagedFile): Promise<DrawnPicture> {
    if (staged.size > mostPictureBytes) throw new PictureUnreadable();
    if (drawing.waitingCount >= limits.mostWaiting) throw new AttachmentsBusy();
    const work = async () => ({ drawn: await parts.drawPicture(await staged.readAll()) });
    const done = await drawing.run(work, limits.patienceMs);
    if (!done) throw new AttachmentsBusy();
    if (!done.drawn) throw new PictureUnreadable();
    return done.drawn;
  }

  /** Films and sounds lose what is neither seen nor heard; one that is not built like one is a file like any. */
  async function describe(staged: StagedFile, told: ToldType): Promise<FileFacts> {
    const none = { width: null, height: null, duration: null, preview: null, sizes: [] };
    if (told.kind === 'file') {
      const isPicture = phonePictures.has(told.type);
      const isClean = !isPicture || (await staged.edit(parts.cleanPhonePicture));
      return { ...(isClean ? told : unknownType), ...none };
    }
    const found = await staged.edit((file) => parts.cleanMedia(told, file));
    if (!found) return { ...unknownType, ...none };
    return { ...none, ...found, type: typeOf(found.kind, told.type) };
  }

  async function keepFiles(staged: StagedFile, object: string): Promise<Kept> {
    const told = await parts.tellType(staged.head);
    if (told.kind !== 'image') {
      const facts = await describe(staged, told);
      await staged.keep(fileName(object));
      return { facts, size: staged.size, stored: staged.size };
    }
    const { facts, bytes, smaller } = await draw(staged);
    await files.write(fileName(object), bytes);
    for (const { name, bytes: own } of smaller) await files.write(fileName(object, name), own);
    const rest = smaller.reduce((sum, { bytes: own }) => sum + own.length, 0);
    return { facts, size: bytes.length, stored: bytes.length + rest };
  }

  /** @param add keeps the row */
  async function keep(
    ownerId: string,
    words: AttachmentWords,
    staged: StagedFile,
    add: (attachment: NewAttachment) => Promise<Added>,
  ): Promise<Attachment> {
    if (staged.size === 0) throw new AttachmentEmpty();
    const [id, object] = [randomUUID(), randomUUID()];
    const { facts, size, stored } = await keepFiles(staged, object).catch(
      async (error: unknown) => {
        // What is left is removed by the sweep.
        await removeObject(files, object).catch(() => undefined);
        throw error;
      },
    );
    const attachment: Attachment = { id, ...facts, ...words, size };
    // When this throws, the row may be there all the same: then its files have to be.
    const added = await add({ ...attachment, ownerId, object, stored });
    if (added === 'added') return attachment;
    await removeObject(files, object);
    throw added === 'gone' ? new Unauthenticated() : new QuotaExceeded();
  }

  async function receive(ownerId: string, { announced, bytes, ...words }: Upload) {
    if ((announced ?? 0) > limits.maxBytes) throw new AttachmentTooLarge();
    if ((await store.usedBy(ownerId)) + (announced ?? 0) > limits.quota) throw new QuotaExceeded();
    const staged = await files.stage(parts.places.paced(bytes), limits.maxBytes);
    if (!staged) throw new AttachmentTooLarge();
    const add = (attachment: NewAttachment) => store.add(attachment, limits.quota);
    return keep(ownerId, words, staged, add).finally(() => staged.drop());
  }

  return {
    upload: (me: string, upload: Upload): Promise<Attachment> =>
      parts.places.run(me, () => receive(me, upload)),
    keep,
    discard: async (me: string, id: string) => ({ changed: await store.discard(me, id) }),
    /** Of a size that there is none of, the next larger one. */
    async open(me: string, id: string, size?: SizeName): Promise<OpenedFile> {
      const attachment = await store.find(me, id);
      if (!attachment) throw new AttachmentNotFound();
      const wanted = size && smallest(attachment, size);
      const name = fileName(attachment.object, wanted?.name);
      return {
        attachment,
        tag: fileName(attachment.id, wanted?.name),
        type: wanted?.type ?? attachment.type,
        size: wanted?.size ?? attachment.size,
        async read(range) {
          const bytes = await files.read(name, range);
          if (!bytes) throw new AttachmentNotFound();
          return bytes;
        },
      };
    },
  };
}

interface Kept {
  readonly facts: FileFacts;
  readonly size: number;
  readonly stored: number;
}

/** A container of films with a sound alone is a sound, and the other way round. */
function typeOf(kind: 'video' | 'audio', type: string): string {
  const isOther = /^(?:audio|video)\/(?:mp4|webm)$/.test(type);
  return isOther ? `${kind}${type.slice(5)}` : type;
}

function smallest({ sizes }: Attachment, size: SizeName) {
  const found = sizes.find(({ name }) => name === size);
  return found ?? sizes.find(({ name }) => size === 'small' && name === 'medium');
}

/** All of it; also what is not there. */
export async function removeObject(files: Pick<FileStore, 'remove'>, object: string) {
  for (const name of fileNames(object)) await files.remove(name);
}
