// Files that are there with all of their bytes or not at all. Guarantees: whatever is killed when, nothing has a name that is not
// whole; what was named before a power cut is there after it.
//   nothing → part   under a name of its own
//   part    → named  its bytes are flushed, then it is renamed, then the folder is flushed
import { constants } from 'node:fs';
import { mkdir, open, rename, unlink, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Opens for reading; null when there is none. Neither a link that somebody put there is followed, nor a pipe waited for. */
export function openSafely(path: string): Promise<FileHandle | null> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  return unlessMissing(open(path, flags));
}

/** A new file that only this service can read; its folder is made with it. */
export async function createPart(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return open(path, 'wx', 0o600);
}

/**
 * Gives a part, whose bytes are flushed, its name, in place of what had it.
 *
 * @param root the folder of the store, in which subfolders are made: they are flushed with their names
 */
export async function nameWhole(part: string, path: string, root = dirname(path)): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rename(part, path);
  for (const each of new Set([folder, root])) await flushFolder(each);
}

export interface WholeFile {
  readonly part: string;
  readonly path: string;
  readonly root?: string;
  /** Milliseconds of the epoch: what the file shall say of when it was changed. */
  readonly storedAt?: number;
}

/** Writes these bytes under a name, by a part. */
export async function writeWhole(
  { part, path, root, storedAt }: WholeFile,
  bytes: Buffer,
): Promise<void> {
  try {
    const file = await createPart(part);
    try {
      await file.writeFile(bytes);
      if (storedAt !== undefined) await file.utimes(storedAt / 1000, storedAt / 1000);
      await file.sync();
    } finally {
      await file.close();
    }
    await nameWhole(part, path, root);
  } catch (error) {
    await unlink(part).catch(() => undefined);
    throw error;
  }
}

/** Also what is not there. */
export async function removeFile(path: string): Promise<void> {
  await unlessMissing(unlink(path));
}

/** Null when what was asked for is not there, or is a link, which is none of ours. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (['ENOENT', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY);
  await folder.sync().finally(() => folder.close());
}
