import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListedObject, SnapshotStore } from './snapshot-store.port.js';
import { isObjectName } from './snapshot-names.js';

// Neither a link that somebody put there is followed, nor a pipe waited for.
const safely = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const unfinished = /^\.[\da-f]{64}\.(?:snapshot|voided|erased)\.[\da-f]{16}\.part$/;
// Milliseconds after which a file that nobody finished is one of a process that was killed.
const abandonedAfter = 3_600_000;

/** One file an object, in a folder that is made when it is first written to. */
export function createFilesStore(folder: string, now: () => number = Date.now): SnapshotStore {
  const pathOf = (name: string) => join(folder, name);

  return {
    read: async (name, maxBytes) => {
      const file = await unlessMissing(open(pathOf(name), safely));
      if (file === null) return null;
      try {
        return await readBounded(file, maxBytes);
      } finally {
        await file.close();
      }
    },
    write: async (name, value, storedAt) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const part = pathOf(`.${name}.${randomBytes(8).toString('hex')}.part`);
      try {
        await writeWhole(part, value, storedAt);
        await rename(part, pathOf(name));
      } catch (error) {
        await unlink(part).catch(() => undefined);
        throw error;
      }
    },
    remove: async (name) => void (await unlessMissing(unlink(pathOf(name)))),
    list: async () => {
      const names = (await unlessMissing(readdir(folder))) ?? [];
      const listed: ListedObject[] = [];
      for (const name of names) {
        const isUnfinished = unfinished.test(name);
        if (!isUnfinished && !isObjectName(name)) continue;
        const facts = await unlessMissing(lstat(pathOf(name)));
        if (facts?.isFile() !== true) continue;
        const { size: bytes, mtimeMs: storedAt } = facts;
        if (!isUnfinished) listed.push({ name, bytes, storedAt });
        else if (facts.ctimeMs + abandonedAfter < now()) await unlessMissing(unlink(pathOf(name)));
      }
      return listed;
    },
  };
}

async function readBounded(file: FileHandle, maxBytes: number): Promise<Buffer | null> {
  const facts = await file.stat();
  return facts.isFile() && facts.size <= maxBytes ? file.readFile() : null;
}

async function writeWhole(path: string, value: Buffer, storedAt: number): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(value);
    await file.utimes(storedAt / 1000, storedAt / 1000);
    // Before the name: after a power cut, the name of a file is there without its bytes otherwise.
    await file.sync();
  } finally {
    await file.close();
  }
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
