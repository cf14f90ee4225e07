// Files in a folder, in subfolders of the first two letters of their names. Guarantees: a name is there with all of its bytes or
// not at all, whatever is killed when; a file whose writing has returned outlives a power cut.
//   nothing → staged    in a file of another name, as the bytes come
//   staged  → kept      flushed, then renamed, then the folder is flushed
//           → dropped   at once, or by the listing of some later day when the process was killed
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { objectOf } from './attachment.js';
import type { MediaFile } from './media-file.js';
import type { FileStore, ListedFile, StagedFile } from './file-store.port.js';

// Neither a link that somebody put there is followed, nor a pipe waited for.
const safely = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const unfinished = /^[\da-f]{32}\.part$/;
/** Milliseconds: no upload takes so long. */
const abandonedAfter = 24 * 60 * 60 * 1000;
/** Bytes that tell what a file is. */
const headBytes = 64 * 1024;

export function createFolderFileStore(folder: string, now: () => number = Date.now): FileStore {
  const incoming = join(folder, 'incoming');
  const shardOf = (name: string) => join(folder, name.slice(0, 2));
  const pathOf = (name: string) => join(shardOf(name), name);

  async function create(): Promise<{ path: string; file: FileHandle }> {
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    const path = join(incoming, `${randomBytes(16).toString('hex')}.part`);
    return { path, file: await open(path, 'wx', 0o600) };
  }

  async function finish(path: string, name: string): Promise<void> {
    await mkdir(shardOf(name), { recursive: true, mode: 0o700 });
    await rename(path, pathOf(name));
    // The new name, and that of a new folder.
    for (const each of [shardOf(name), folder]) await flushFolder(each);
  }

  async function* listFolder(path: string, isOurs: (name: string) => boolean) {
    const names = (await unlessMissing(readdir(path))) ?? [];
    const listed: ListedFile[] = [];
    for (const name of names.filter(isOurs)) {
      const facts = await unlessMissing(lstat(join(path, name)));
      if (facts?.isFile()) listed.push({ name, storedAt: facts.ctimeMs });
    }
    if (listed.length > 0) yield listed;
  }

  return {
    async stage(bytes, maxBytes) {
      const { path, file } = await create();
      try {
        const written = await writeBounded(file, bytes, maxBytes);
        if (written !== null) return toStaged(path, written, (name) => finish(path, name));
      } catch (error) {
        await remove(path);
        throw error;
      } finally {
        await file.close();
      }
      await remove(path);
      return null;
    },
    async read(name, range) {
      const file = await unlessMissing(open(pathOf(name), safely));
      if (file === null) return null;
      const facts = await file.stat();
      if (facts.isFile() && range.end < facts.size)
        return file.createReadStream({ ...range }) as AsyncIterable<Buffer>;
      await file.close();
      return null;
    },
    async write(name, bytes) {
      const { path, file } = await create();
      try {
        await file.writeFile(bytes);
        await file.sync();
        await file.close();
        await finish(path, name);
      } catch (error) {
        await file.close();
        await remove(path);
        throw error;
      }
    },
    remove: (name) => remove(pathOf(name)),
    async *list() {
      for await (const parts of listFolder(incoming, (name) => unfinished.test(name)))
        for (const { name, storedAt } of parts)
          if (storedAt + abandonedAfter < now()) await remove(join(incoming, name));
      const shards = (await unlessMissing(readdir(folder))) ?? [];
      for (const shard of shards.filter((each) => /^[\da-f]{2}$/.test(each)))
        yield* listFolder(join(folder, shard), (name) => objectOf(name) !== null);
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

function toStaged(
  path: string,
  written: Written,
  finish: (name: string) => Promise<void>,
): StagedFile {
  return {
    ...written,
    async readAll() {
      const file = await open(path, safely);
      return file.readFile().finally(() => file.close());
    },
    async edit(work) {
      const file = await open(path, 'r+');
      return work(toMediaFile(file, written.size)).finally(() => file.close());
    },
    async keep(name) {
      const file = await open(path, 'r+');
      await file.sync().finally(() => file.close());
      await finish(name);
    },
    drop: () => remove(path),
  };
}

/** Reads ahead: a recording has hundreds of thousands of parts, of whose heads a few bytes are read. */
function toMediaFile(file: FileHandle, size: number): MediaFile {
  let ahead: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  async function readAt(position: number, length: number): Promise<Buffer> {
    const room = Math.max(0, Math.min(length, size - position));
    const { bytesRead, buffer } = await file.read(Buffer.alloc(room), 0, room, position);
    return buffer.subarray(0, bytesRead);
  }
  return {
    size,
    async read(position, length) {
      if (length > headBytes) return readAt(position, length);
      const end = Math.min(position + length, size);
      if (position < ahead.start || end > ahead.start + ahead.bytes.length)
        ahead = { start: position, bytes: await readAt(position, headBytes) };
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

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY);
  await folder.sync().finally(() => folder.close());
}

async function remove(path: string): Promise<void> {
  await unlessMissing(unlink(path));
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    // ELOOP: a link, which is none of ours.
    if (['ENOENT', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
