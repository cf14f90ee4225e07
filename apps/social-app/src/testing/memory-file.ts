import type { MediaFile } from '../attachments/media-file.js';

/** A file in memory, which is changed; how often it was read and written. */
export function memoryFile(bytes: Buffer): MediaFile & { calls: number } {
  const file = {
    calls: 0,
    size: bytes.length,
    async read(position: number, length: number) {
      file.calls += 1;
      return Buffer.from(bytes.subarray(position, position + Math.max(0, length)));
    },
    async write(position: number, part: Buffer) {
      file.calls += 1;
      if (position < 0 || position + part.length > bytes.length) throw new Error('beyond the end');
      part.copy(bytes, position);
    },
  };
  return file;
}
