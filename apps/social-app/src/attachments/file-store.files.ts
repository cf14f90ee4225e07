// Files in a folder, in subfolders of the first two letters of their names. Guarantees: a name is there with all of its bytes or
// not at all, whatever is killed when; a file whose writing has returned outlives a power cut.
//   nothing → staged    in a file of another name, as the bytes come
//   staged  → kept      flushed, then renamed, then the folder is flushed
//           → dropped   at once, or by the listing of some later day when the process was killed
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  nameWhole,
  openSafely,
  removeFile,
  unlessMissing,
  writeWhole,
} from '@triptych/object-storage';
import { objectOf, shardOf } from './attachment.js';
import type { FileStore, ListedFile } from './file-store.port.js';
import { createStaging } from './staged-files.files.js';

export function createFolderFileStore(folder: string, now: () => number = Date.now): FileStore {
  const staging = createStaging(join(folder, 'incoming'), now);
  const pathOf = (name: string) => join(folder, shardOf(name), name);

  async function listShard(shard: string): Promise<ListedFile[]> {
    const names = (await unlessMissing(readdir(join(folder, shard)))) ?? [];
    const listed: ListedFile[] = [];
    for (const name of names.filter((each) => objectOf(each) !== null)) {
      const facts = await unlessMissing(lstat(join(folder, shard, name)));
      if (facts?.isFile()) listed.push({ name, storedAt: facts.ctimeMs });
    }
    return listed;
  }

  return {
    stage: (bytes, maxBytes) =>
      staging.stage(bytes, maxBytes, async (part, name) => {
        await part.flush();
        await nameWhole(part.path, pathOf(name), folder);
      }),
    async read(name, range) {
      const file = await openSafely(pathOf(name));
      if (file === null) return null;
      const facts = await file.stat();
      if (facts.isFile() && range.end < facts.size)
        return file.createReadStream({ ...range }) as AsyncIterable<Buffer>;
      await file.close();
      return null;
    },
    write: (name, bytes) =>
      writeWhole({ part: staging.newPath(), path: pathOf(name), root: folder }, bytes),
    remove: (name) => removeFile(pathOf(name)),
    async *list() {
      await staging.removeAbandoned();
      const shards = (await unlessMissing(readdir(folder))) ?? [];
      for (const shard of shards.filter((each) => /^[\da-f]{2}$/.test(each))) {
        const listed = await listShard(shard);
        if (listed.length > 0) yield listed;
      }
    },
  };
}
