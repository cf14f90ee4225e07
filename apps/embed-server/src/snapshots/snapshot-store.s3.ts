import type { S3Bucket } from '@triptych/object-storage';
import { isObjectName } from './snapshot-names.js';
import type { ListedObject, SnapshotStore } from './snapshot-store.port.js';

/** One object of a bucket each. */
export function createS3Store(bucket: S3Bucket): SnapshotStore {
  return {
    read: (name, maxBytes) => bucket.read(name, maxBytes),
    write: (name, body) => bucket.write(name, body),
    remove: (name) => bucket.remove(name),
    async list() {
      const listed: ListedObject[] = [];
      for await (const page of bucket.list())
        for (const { key: name, bytes, storedAt } of page)
          if (isObjectName(name)) listed.push({ name, bytes, storedAt });
      return listed;
    },
  };
}
