import type { FileHandle } from 'node:fs/promises';
import type { MediaFile } from './media-file.js';

/** Bytes: a recording has hundreds of thousands of parts, of whose heads a few bytes are read. */
const aheadBytes = 64 * 1024;

/** An open file whose parts are read and changed where they lie; it reads ahead. */
export function openMediaFile(file: FileHandle, size: number): MediaFile {
  let ahead: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  async function readAt(position: number, length: number): Promise<Buffer> {
    const room = Math.max(0, Math.min(length, size - position));
    const { bytesRead, buffer } = await file.read(Buffer.alloc(room), 0, room, position);
    return buffer.subarray(0, bytesRead);
  }
  return {
    size,
    async read(position, length) {
      if (length > aheadBytes) return readAt(position, length);
      const end = Math.min(position + length, size);
      if (position < ahead.start || end > ahead.start + ahead.bytes.length)
        ahead = { start: position, bytes: await readAt(position, aheadBytes) };
      const at = position - ahead.start;
      return Buffer.from(ahead.bytes.subarray(at, Math.max(at, end - ahead.start)));
    },
    async write(position, bytes) {
      await file.write(bytes, 0, bytes.length, position);
      const [from, to] = [
        Math.max(position, ahead.start),
        Math.min(position + bytes.length, ahead.start + ahead.bytes.length),
      ];
      if (from < to) bytes.copy(ahead.bytes, from - ahead.start, from - position, to - position);
    },
  };
}
