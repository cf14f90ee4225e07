// Files in a bucket, under the keys that they have as paths in a folder, so that either can be copied to the other. Guarantees: a
// name is there with all of its bytes or not at all; of what is read no more than a part is held in memory, and no connection
// waits for a slow reader.
//   nothing → staged    in a folder of this process, as the bytes come
//   staged  → kept      put in one request, signed with the hash of what it holds
//           → dropped   at once, or by the listing of some later day when the process was killed
import { malformedReply, type S3Bucket } from '@triptych/object-storage';
import { objectOf, shardOf } from './attachment.js';
import type { ByteRange, FileStore } from './file-store.port.js';
import type { Staging } from './staged-files.files.js';

/** Bytes of a file that are asked for at a time. */
const partBytes = 512 * 1024;

const keyOf = (name: string) => `${shardOf(name)}/${name}`;

export function createS3FileStore(bucket: S3Bucket, staging: Staging): FileStore {
  const readPart = (name: string, start: number, { end }: ByteRange) =>
    bucket.readPart(keyOf(name), start, Math.min(end, start + partBytes - 1));

  async function* readOn(name: string, first: Buffer, range: ByteRange): AsyncIterable<Buffer> {
    yield first;
    for (let at = range.start + first.length; at <= range.end; at += partBytes) {
      const part = await readPart(name, at, range);
      // Whoever reads has been told how long it is.
      if (!part) throw malformedReply();
      yield part;
    }
  }

  return {
    stage: (bytes, maxBytes) =>
      staging.stage(bytes, maxBytes, async (part, name) => {
        const { size } = part;
        await bucket.write(keyOf(name), { size, sha256: await part.sha256(), bytes: part.read() });
      }),
    async read(name, range) {
      const first = await readPart(name, range.start, range);
      return first && readOn(name, first, range);
    },
    write: (name, bytes) => bucket.write(keyOf(name), bytes),
    remove: (name) => bucket.remove(keyOf(name)),
    async *list() {
      await staging.removeAbandoned();
      for await (const page of bucket.list())
        yield page.flatMap(({ key, storedAt }) => {
          const name = key.slice(key.indexOf('/') + 1);
          return key === keyOf(name) && objectOf(name) !== null ? [{ name, storedAt }] : [];
        });
    },
  };
}
