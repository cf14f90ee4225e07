import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSnapshotStore } from './snapshot-store.contract.js';
import { createFilesStore } from './snapshot-store.files.js';
import { removeFolder, temporaryFolder } from './testing/kept-app.js';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => removeFolder(folder));

describeSnapshotStore('the store in files', async () => ({
  store: createFilesStore(join(folder, 'a', 'b')),
  plant: (name, value) => writeFile(join(folder, 'a', 'b', name), value),
}));

const name = `${'a'.repeat(64)}.snapshot`;

it('a file has the time that was told', async () => {
  const store = createFilesStore(folder);
  await store.write(name, Buffer.from('x'), 1_700_000_000_000);
  expect(await store.list()).toEqual([{ name, bytes: 1, storedAt: 1_700_000_000_000 }]);
});

it('follows no link, and reads neither folders nor pipes', async () => {
  const store = createFilesStore(folder);
  const secret = join(folder, 'secret');
  await writeFile(secret, 'secret');
  await symlink(secret, join(folder, name));
  expect(await store.read(name, 100)).toBeNull();
  expect(await store.list()).toEqual([]);
  await store.write(name, Buffer.from('own'), 1000);
  expect(await readFile(secret, 'utf8')).toBe('secret');
  await mkdir(join(folder, `${'b'.repeat(64)}.snapshot`));
  expect(await store.read(`${'b'.repeat(64)}.snapshot`, 100)).toBeNull();
  expect((await store.list()).map((each) => each.name)).toEqual([name]);
});

it('throws where nothing can be written, and leaves nothing behind', async () => {
  await writeFile(join(folder, 'file'), '');
  const store = createFilesStore(join(folder, 'file', 'below'));
  await expect(store.write(name, Buffer.alloc(1), 1)).rejects.toMatchObject({ code: 'ENOTDIR' });
  await mkdir(join(folder, name));
  const other = createFilesStore(folder);
  await expect(other.write(name, Buffer.alloc(1), 1)).rejects.toThrow();
  expect((await readdir(folder)).toSorted()).toEqual([name, 'file'].toSorted());
});

it('removes what a process that was killed did not finish, once it is old', async () => {
  const part = `.${name}.${'0'.repeat(16)}.part`;
  await writeFile(join(folder, part), 'half');
  await utimes(join(folder, part), 1, 1);
  await createFilesStore(folder).list();
  expect(await readdir(folder)).toEqual([part]);
  const later = () => Date.now() + 7_200_000;
  expect(await createFilesStore(folder, later).list()).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

// Two processes are started, each of which has to compile.
it('a file is whole at whatever moment its writer is killed', async () => {
  const script = join(import.meta.dirname, 'testing', 'store-writer.ts');
  const store = createFilesStore(folder);
  for (const rounds of [1, 4]) {
    const child = fork(script, [folder, name], {
      execArgv: ['--conditions=@triptych/source', '--import', 'tsx'],
    });
    for (let round = 1; round <= rounds; round += 1) await once(child, 'message');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const value = await store.read(name, 10_000_000);
    expect(value).toHaveLength(2_000_000);
    expect(new Set(value).size).toBe(1);
    expect((await store.list()).map((each) => each.name)).toEqual([name]);
  }
});
