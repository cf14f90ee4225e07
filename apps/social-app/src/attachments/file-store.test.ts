import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { startS3Bucket } from '@triptych/object-storage/testing';
import { describeFileStore } from './file-store.contract.js';
import { createFolderFileStore } from './file-store.files.js';
import { createS3FileStore } from './file-store.s3.js';
import { createStaging } from './staged-files.files.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function namesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describeFileStore('files in a folder', async () => ({
  store: createFolderFileStore(folder),
  names: () => namesIn(folder),
  async plant(path, bytes) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  },
}));

describe('with a bucket', () => {
  let opened: Awaited<ReturnType<typeof startS3Bucket>>;
  beforeEach(async () => {
    opened = await startS3Bucket();
  });
  afterEach(() => opened.close());

  const openStore = () => createS3FileStore(opened.bucket, createStaging(folder));

  describeFileStore('files in S3', async () => ({
    store: openStore(),
    names: async () => [
      ...(await namesIn(folder)),
      ...[...opened.s3.objects.keys()].map((key) => basename(key)),
    ],
    plant: async (path, body) =>
      void opened.s3.objects.set(`some/where/${path}`, { body, at: new Date() }),
  }));

  it('have the keys that they have as paths of a folder', async () => {
    const name = randomUUID();
    const bytes = Buffer.from('x');
    await openStore().write(name, bytes);
    await createFolderFileStore(folder).write(name, bytes);
    expect([...opened.s3.objects.keys()]).toEqual([`some/where/${name.slice(0, 2)}/${name}`]);
    expect(await namesIn(join(folder, name.slice(0, 2)))).toEqual([name]);
  });

  it('a file that ends, or goes, while it is read ends with an error: nobody takes a part for the whole', async () => {
    const [store, name] = [openStore(), randomUUID()];
    await store.write(name, Buffer.alloc(1_200_000));
    const bytes = await store.read(name, { start: 0, end: 1_199_999 });
    opened.s3.objects.clear();
    const all = async () => {
      let length = 0;
      for await (const piece of bytes!) length += piece.length;
      return length;
    };
    await expect(all()).rejects.toMatchObject({ code: 'S3_MALFORMED' });
  });
});
