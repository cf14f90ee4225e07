import { randomBytes } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openSafely, removeFile, unlessMissing, writeWhole } from '@triptych/object-storage';
import type { ListedObject, SnapshotStore } from './snapshot-store.port.js';
import { isObjectName } from './snapshot-names.js';

const unfinished = /^\.[\da-f]{64}\.(?:snapshot|voided|erased)\.[\da-f]{16}\.part$/;
// Milliseconds after which a file that nobody finished is one of a process that was killed.
const abandonedAfter = 3_600_000;

/** One file an object, in a folder that is made when it is first written to. */
export function createFilesStore(folder: string, now: () => number = Date.now): SnapshotStore {
  const pathOf = (name: string) => join(folder, name);

  return {
    read: async (name, maxBytes) => {
      const file = await openSafely(pathOf(name));
      if (file === null) return null;
      try {
        const facts = await file.stat();
        return facts.isFile() && facts.size <= maxBytes ? await file.readFile() : null;
      } finally {
        await file.close();
      }
    },
    write: (name, value, storedAt) => {
      const part = pathOf(`.${name}.${randomBytes(8).toString('hex')}.part`);
      return writeWhole({ part, path: pathOf(name), storedAt }, value);
    },
    remove: (name) => removeFile(pathOf(name)),
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
        else if (facts.ctimeMs + abandonedAfter < now()) await removeFile(pathOf(name));
      }
      return listed;
    },
  };
}
