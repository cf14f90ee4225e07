import { randomUUID } from 'node:crypto';
import type { Attachment, AttachmentWords } from '../attachments/attachment.js';
import { pieceName } from '../attachments/attachment.js';
import type { AttachmentStore, FetchedAttachment } from '../attachments/attachment-store.port.js';
import type { Attachments } from '../attachments/attachments.js';
import {
  AttachmentEmpty,
  AttachmentNotFound,
  AttachmentTooLarge,
  PictureUnreadable,
  QuotaExceeded,
} from '../attachments/attachments.errors.js';
import type { FileStore } from '../attachments/file-store.port.js';
import type { UploadPlaces } from '../attachments/upload-places.js';
import { Unauthenticated } from '../sessions/sessions.errors.js';
import { type CutBody, readInPieces } from './read-in-pieces.js';
import type { NewUpload, Piece, Upload, UploadLimits, UploadStore } from './upload-store.port.js';
import {
  IdempotencyKeyReused,
  TooManyUploads,
  UploadFragmented,
  UploadIncomplete,
  UploadNotFound,
  UploadOffsetWrong,
  UploadTooLong,
} from './uploads.errors.js';

export interface UploadSettings extends UploadLimits {
  /** Bytes of one file. */
  readonly maxBytes: number;
  /** Bytes of a piece: what a killed process loses of an upload, and a file, a flush and a statement each. */
  readonly pieceBytes: number;
  /** What breaks off earlier, and is not the end, is left out. */
  readonly leastBytes: number;
  readonly mostPieces: number;
}

const [KiB, hour] = [1024, 3_600_000];

export const uploadDefaults = {
  lifetime: 24 * hour,
  mostOpen: 100,
  pieceBytes: 4 * KiB * KiB,
  leastBytes: 64 * KiB,
  mostPieces: 10_000,
};

interface UploadParts {
  readonly store: UploadStore;
  readonly files: FileStore;
  readonly attachments: Pick<Attachments, 'keep'>;
  readonly found: Pick<AttachmentStore, 'find'>;
  readonly places: UploadPlaces;
}

export type Beginning = Omit<NewUpload, 'id' | 'ownerId'>;

/** Bytes that go on from an offset. */
export interface Continuation {
  readonly offset: number;
  /** As far as the sender says. */
  readonly announced: number | null;
  readonly bytes: AsyncIterable<Buffer>;
}

export type Uploads = ReturnType<typeof createUploads>;

/**
 * Files that arrive in several requests, to any replica (ADR 0082). Guarantees: what the row counts is in the store, whatever is
 * killed when; each byte is from one request, however many continue an upload at the same time; an upload becomes one attachment.
 *   begun     → begun      by the same key of the same person, whatever has become of it
 *             → arriving   piece by piece: its file, then the row, if that still has the length from which the piece goes on
 *   arriving  → arrived    with its last byte
 *   arrived   → finished   as a file that came at once; again when that failed, or nobody got the reply
 *   any but finished → gone    ended by its owner, over, with the account, or unreadable
 *   finished  → gone       the same, and with it the attachment if it is ended before a message has that
 */
export function createUploads(parts: UploadParts, settings: UploadSettings) {
  const { store, files, places } = parts;

  async function findOwn(me: string, id: string): Promise<Upload> {
    const upload = await store.find(me, id);
    if (!upload) throw new UploadNotFound();
    return upload;
  }

  async function removePieces(objects: readonly string[]): Promise<void> {
    // What is left is removed by the sweep.
    for (const object of objects) await files.remove(pieceName(object)).catch(() => undefined);
  }

  /** Null: too little came for a piece. */
  async function keepPiece(me: string, upload: Upload, body: CutBody) {
    const [object, left] = [randomUUID(), upload.length - upload.received];
    const bytes = body.take(Math.min(settings.pieceBytes, left));
    const staged = await files.stage(places.paced(bytes), settings.pieceBytes);
    if (!staged) throw new UploadTooLong();
    try {
      const isShort = staged.size < Math.min(settings.leastBytes, left);
      if (staged.size === 0 || (isShort && body.broken)) return null;
      if (staged.size === left && (await body.hasMore())) throw new UploadTooLong();
      await staged.keep(pieceName(object));
      const piece = { object, length: staged.size };
      const grown = await store.append(upload, piece, settings.lifetime);
      if (grown) return grown;
      await removePieces([object]);
      // It may have been ended, or its owner erased, while this piece came.
      await findOwn(me, upload.id);
      throw new UploadOffsetWrong();
    } finally {
      await staged.drop();
    }
  }

  async function receive(me: string, first: Upload, continuation: Omit<Continuation, 'offset'>) {
    const { announced, bytes } = continuation;
    requireRoom(first, announced);
    const body = readInPieces(bytes);
    let upload = first;
    while (upload.received < upload.length && !body.isOver) {
      if (upload.pieces >= settings.mostPieces) throw new UploadFragmented();
      const grown = await keepPiece(me, upload, body);
      if (!grown) break;
      upload = grown;
    }
    const isLonger = await body.hasMore();
    if (body.broken) throw body.broken.error;
    if (isLonger) throw new UploadTooLong();
    return upload;
  }

  async function* readPieces(pieces: readonly Piece[]): AsyncIterable<Buffer> {
    for (const { object, length } of pieces) {
      const bytes = await files.read(pieceName(object), { start: 0, end: length - 1 });
      if (!bytes) throw new PieceGone();
      yield* bytes;
    }
  }

  async function finish(me: string, { id, length }: Upload, words: AttachmentWords) {
    const staged = await files.stage(readPieces(await store.piecesOf(id)), length);
    if (staged?.size !== length) throw new PieceGone();
    let used: readonly string[] = [];
    const attachment = await parts.attachments
      .keep(me, words, staged, async (added) => {
        const objects = await store.finish(id, added, settings.quota);
        if (typeof objects === 'string') return objects;
        used = objects;
        return 'added';
      })
      .finally(() => staged.drop());
    await removePieces(used);
    return attachment;
  }

  async function finished(me: string, attachmentId: string): Promise<Attachment> {
    const found = await parts.found.find(me, attachmentId);
    if (!found) throw new AttachmentNotFound();
    return toAttachment(found);
  }

  async function drop(me: string, id: string): Promise<void> {
    const objects = await store.drop(me, id);
    if (!objects) throw new UploadNotFound();
    await removePieces(objects);
  }

  return {
    /**
     * The same one for the same key, however far it is by now.
     *
     * @param announced of its first bytes, if they come along, as far as the sender says
     */
    async begin(me: string, upload: Beginning, announced: number | null): Promise<Upload> {
      if (upload.length === 0) throw new AttachmentEmpty();
      if (upload.length > settings.maxBytes) throw new AttachmentTooLarge();
      requireRoom({ ...upload, received: 0 }, announced);
      const created = await store.create({ id: randomUUID(), ownerId: me, ...upload }, settings);
      if (created === 'gone') throw new Unauthenticated();
      if (created === 'full') throw new QuotaExceeded();
      if (created === 'too-many') throw new TooManyUploads();
      const isOther = created.length !== upload.length || created.metadata !== upload.metadata;
      if (isOther) throw new IdempotencyKeyReused();
      return created;
    },
    find: findOwn,
    /** @throws what the body broke off with, once what has arrived of it is kept */
    goOn: (me: string, id: string, { offset, ...body }: Continuation): Promise<Upload> =>
      places.run(me, async () => {
        const upload = await findOwn(me, id);
        if (upload.attachmentId !== null || upload.received !== offset)
          throw new UploadOffsetWrong();
        return receive(me, upload, body);
      }),
    end: drop,
    /** The same attachment, however often it is asked for. */
    complete: (
      me: string,
      id: string,
      wordsOf: (upload: Upload) => AttachmentWords,
    ): Promise<Attachment> =>
      places.run(me, async () => {
        const upload = await findOwn(me, id);
        if (upload.attachmentId !== null) return finished(me, upload.attachmentId);
        if (upload.received < upload.length) throw new UploadIncomplete();
        try {
          return await finish(me, upload, wordsOf(upload));
        } catch (error) {
          if (error instanceof Unauthenticated) throw error;
          // Another request may have finished it meanwhile, which takes its pieces away.
          const { attachmentId } = await findOwn(me, id);
          if (attachmentId !== null) return finished(me, attachmentId);
          if (error instanceof PictureUnreadable || error instanceof PieceGone) await drop(me, id);
          throw error instanceof PieceGone ? new UploadNotFound() : error;
        }
      }),
  };
}

function requireRoom(
  { length, received }: Pick<Upload, 'length' | 'received'>,
  announced: number | null,
) {
  if ((announced ?? 0) > length - received) throw new UploadTooLong();
}

/** Nobody is told by which name it is kept. */
function toAttachment({ id, kind, type, size, name, alt, ...rest }: FetchedAttachment): Attachment {
  const { width, height, duration, preview, sizes } = rest;
  return { id, kind, type, size, name, alt, width, height, duration, preview, sizes };
}

/** The store has lost bytes that it had taken. */
class PieceGone extends Error {
  override readonly name = 'PieceGone';
}
