import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderInUseError, type FolderLock, lockFolder } from './folder-lock.js';

describe('the lock on a data folder', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lock-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('creates the folder, refuses a second owner and names the folder', async () => {
    const inside = join(folder, 'a', 'b');
    const lock = await lockFolder(inside);
    await expect(lockFolder(inside)).rejects.toThrow(FolderInUseError);
    await expect(lockFolder(inside)).rejects.toThrow(inside);
    await lock.release();
  });

  it('is free again after a release and leaves nothing behind', async () => {
    for (let round = 0; round < 3; round += 1) await (await lockFolder(folder)).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('refuses while another process lives and takes over once that was killed with -9', async () => {
    const owner = await startOwner(folder);
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    expect(await readdir(folder)).toHaveLength(1);
    const lock = await lockFolder(folder);
    expect(await readdir(folder)).toHaveLength(1);
    await lock.release();
  });

  it('never has two owners when many come at once, also over a dead lock', async () => {
    const owner = await startOwner(folder);
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    for (let round = 0; round < 5; round += 1) {
      const tries = await Promise.allSettled(Array.from({ length: 4 }, () => lockFolder(folder)));
      const winners = tries.filter(
        (result): result is PromiseFulfilledResult<FolderLock> => result.status === 'fulfilled',
      );
      expect(winners.length).toBeLessThanOrEqual(1);
      await Promise.all(winners.map(({ value }) => value.release()));
    }
    await (await lockFolder(folder)).release();
  });

  it('is not taken from an owner that lives but accepts no connection', async () => {
    if (process.platform !== 'linux') return;
    const owner = await startOwner(folder, 1);
    owner.kill('SIGSTOP');
    const waiting: Socket[] = [];
    // The kernel keeps a few until the backlog is full; from then on it refuses with EAGAIN.
    for (let isFull = false; !isFull;) {
      const socket = connect(join(folder, 'owner-0badcafe.sock'));
      waiting.push(socket);
      isFull = await once(socket, 'connect').then(
        () => false,
        (error: NodeJS.ErrnoException) => error.code === 'EAGAIN',
      );
    }
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
    expect(await readdir(folder)).toEqual(['owner-0badcafe.sock']);
    waiting.forEach((socket) => socket.destroy());
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    await (await lockFolder(folder)).release();
  });

  it('works in a folder whose path is longer than a socket path may be', async () => {
    if (process.platform !== 'linux') return;
    const deep = join(folder, 'd'.repeat(90), 'e'.repeat(90));
    const lock = await lockFolder(deep);
    await expect(lockFolder(deep)).rejects.toThrow(FolderInUseError);
    await lock.release();
    await (await lockFolder(deep)).release();
  });
});

/** A process that holds a lock as `lockFolder` does, until it is killed. */
async function startOwner(folder: string, backlog = 511): Promise<ChildProcess> {
  const code = `
    const { createServer } = require('node:net');
    createServer((socket) => socket.destroy())
      .listen(process.argv[1], ${backlog}, () => process.stdout.write('held'));`;
  const owner = spawn(process.execPath, ['-e', code, join(folder, 'owner-0badcafe.sock')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(owner.stdout, 'data');
  return owner;
}
