import { isOfZeros, MalformedMedia, type MediaFile } from './media-file.js';

/** Bytes, but for what is erased: what a film of hours says of itself. */
const mostBytes = 32 * 1024 * 1024;

/** Bytes that are read at once: of a sound each frame is looked at, and a frame is a few hundred bytes. */
const ahead = 64 * 1024;

interface Change {
  readonly position: number;
  readonly bytes: Buffer;
}

/**
 * A file whose changes are made once all of them are known: one that turns out to be something else than its type says, in the
 * middle of being cleaned, stays as it was sent. It is read as it is until then.
 */
export class PendingChanges implements MediaFile {
  readonly size: number;
  private readonly file: MediaFile;
  private readonly changes: Change[] = [];
  private left = mostBytes;
  /** What was read last, as it is in the file. */
  private known: Change = { position: 0, bytes: Buffer.alloc(0) };

  constructor(file: MediaFile) {
    this.file = file;
    this.size = file.size;
  }

  async read(position: number, length: number): Promise<Buffer> {
    if (length >= ahead) return this.file.read(position, length);
    if (!this.isKnown(position, length))
      this.known = { position, bytes: await this.file.read(position, ahead) };
    const from = position - this.known.position;
    // A copy, since whoever cleans changes what it has read before it writes it.
    return Buffer.from(this.known.bytes.subarray(from, from + length));
  }

  private isKnown(position: number, length: number): boolean {
    const { position: start, bytes } = this.known;
    const end = start + bytes.length;
    return position >= start && (position + length <= end || end === this.size);
  }

  /**
   * @param bytes not to be changed afterwards
   * @throws MalformedMedia when there is too much to be changed
   */
  async write(position: number, bytes: Buffer): Promise<void> {
    if (!isOfZeros(bytes)) this.left -= bytes.length;
    if (this.left < 0) throw new MalformedMedia('there is too much to be changed');
    this.changes.push({ position, bytes });
  }

  async make(): Promise<void> {
    for (const { position, bytes } of this.changes) await this.file.write(position, bytes);
  }
}
