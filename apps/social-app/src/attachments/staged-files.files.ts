import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createPart, openSafely, removeFile, unlessMissing } from '@triptych/object-storage';
import type { StagedFile } from './file-store.port.js';
import { openMediaFile } from './staged-media.files.js';

// Bytes that arrive, in a folder of this process or of all replicas, until they are kept or dropped. Guarantees: no more of them
// are held in memory than a piece and the first ones, which tell what a file is.

const unfinished = /^[\da-f]{32}\.part$/;
/** Milliseconds: no upload takes so long. */
const abandonedAfter = 24 * 60 * 60 * 1000;
/** Bytes that tell what a file is. */
const headBytes = 64 * 1024;

/** A staged file, for who keeps it. */
export interface StagedPart {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Flushes it: a power cut does not take its bytes away. */
  flush(): Promise<void>;
  /** Hexadecimal, of what it holds now. */
  sha256(): Promise<string>;
  read(): AsyncIterable<Buffer>;
}

/** Keeps a staged file under a name. */
type Keep = (part: StagedPart, name: string) => Promise<void>;

export type Staging = ReturnType<typeof createStaging>;

export function createStaging(folder: string, now: () => number = Date.now) {
  const newPath = () => join(folder, `${randomBytes(16).toString('hex')}.part`);
  return {
    /** Of a file that is to be written. */
    newPath,
    /** Takes what comes, as it comes; null when it is more than `maxBytes`, which leaves nothing. */
    async stage(
      bytes: AsyncIterable<Buffer>,
      maxBytes: number,
      keep: Keep,
    ): Promise<StagedFile | null> {
      const path = newPath();
      const file = await createPart(path);
      try {
        const written = await writeBounded(file, bytes, maxBytes);
        if (written !== null) return toStaged(path, written, keep);
      } catch (error) {
        await removeFile(path);
        throw error;
      } finally {
        await file.close();
      }
      await removeFile(path);
      return null;
    },
    /** Removes what killed processes have left. */
    async removeAbandoned(): Promise<void> {
      const names = (await unlessMissing(readdir(folder))) ?? [];
      for (const name of names.filter((each) => unfinished.test(each))) {
        const facts = await unlessMissing(lstat(join(folder, name)));
        if (facts?.isFile() && facts.ctimeMs + abandonedAfter < now())
          await removeFile(join(folder, name));
      }
    },
  };
}

interface Written {
  readonly size: number;
  readonly head: Buffer;
}

/** Null: there was more. */
async function writeBounded(
  file: FileHandle,
  bytes: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<Written | null> {
  const head: Buffer[] = [];
  let size = 0;
  for await (const piece of bytes) {
    if (size < headBytes) head.push(piece);
    size += piece.length;
    if (size > maxBytes) return null;
    await file.appendFile(piece);
  }
  return { size, head: Buffer.concat(head).subarray(0, headBytes) };
}

function toStaged(path: string, { size, head }: Written, keep: Keep): StagedFile {
  return {
    ...{ size, head },
    async readAll() {
      const file = await open(path);
      return file.readFile().finally(() => file.close());
    },
    async edit(work) {
      const file = await open(path, 'r+');
      return work(openMediaFile(file, size)).finally(() => file.close());
    },
    keep: (name) => keep(toPart(path, size), name),
    drop: () => removeFile(path),
  };
}

function toPart(path: string, size: number): StagedPart {
  return {
    ...{ path, size },
    read: () => readFrom(path),
    async flush() {
      const file = await open(path, 'r+');
      await file.sync().finally(() => file.close());
    },
    async sha256() {
      const hash = createHash('sha256');
      for await (const piece of readFrom(path)) hash.update(piece);
      return hash.digest('hex');
    },
  };
}

async function* readFrom(path: string): AsyncIterable<Buffer> {
  const file = await openSafely(path);
  if (file !== null) yield* file.createReadStream() as AsyncIterable<Buffer>;
}
