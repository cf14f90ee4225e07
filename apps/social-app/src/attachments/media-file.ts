/** The bytes of a film or sound, at any place of it. */
export interface MediaFile {
  /** Bytes. */
  readonly size: number;
  /** As many as there are from there on. */
  read(position: number, length: number): Promise<Buffer>;
  write(position: number, bytes: Buffer): Promise<void>;
}

export interface MediaFacts {
  readonly kind: 'video' | 'audio';
  /** As it is shown, in pixels. */
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds; null where the file does not say. */
  readonly duration: number | null;
}

/** It is not built as its type says: nobody knows where its metadata is. */
export class MalformedMedia extends Error {
  override readonly name = 'MalformedMedia';
}

/** Of what a reader of such a file throws: what it reads beyond the end of a part, too. */
export const isMalformed = (error: unknown): boolean =>
  error instanceof MalformedMedia || error instanceof RangeError;

export const sound = (duration: number | null): MediaFacts => {
  const known = duration !== null && Number.isFinite(duration) && duration > 0;
  return { kind: 'audio', width: null, height: null, duration: known ? duration : null };
};

const zeros = Buffer.alloc(64 * 1024);
/** Of them, there is one piece in memory, however many are written. */
export const isOfZeros = ({ buffer }: Buffer) => buffer === zeros.buffer;

/** Writes zeros, from the one position up to the other. */
export async function erase(file: MediaFile, start: number, end: number): Promise<void> {
  for (let at = start; at < Math.min(end, file.size); at += zeros.length)
    await file.write(at, zeros.subarray(0, Math.min(end, file.size) - at));
}

/** Places with something else between what is played; each is looked for and erased on its own. */
const mostGaps = 10_000;

/** Erases what lies between what is played, at so many places at most. */
export function gapsOf(file: MediaFile) {
  let count = 0;
  return {
    /** @throws MalformedMedia when there are too many */
    async erase(start: number, end: number): Promise<void> {
      count += 1;
      if (count > mostGaps) throw new MalformedMedia('too much is between what is played');
      await erase(file, start, end);
    },
  };
}

/** Exactly so many bytes. */
export async function readFully(file: MediaFile, position: number, length: number) {
  const bytes = await file.read(position, length);
  if (bytes.length < length) throw new MalformedMedia('it ends too early');
  return bytes;
}
