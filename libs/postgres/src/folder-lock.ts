import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { lstat, mkdir, open, readdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Another live process owns the data folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';

  constructor(folder: string) {
    super(
      `the data folder ${folder} is in use by another running process; ` +
        'stop that process, or give this one another DATA_DIR',
    );
  }
}

export interface FolderLock {
  release(): Promise<void>;
}

const marker = /^owner-[0-9a-f]{8}\.sock$/;
const attempts = 5;
// `sun_path` holds 104 bytes on macOS and 108 on Linux.
const longestSocketPath = 100;

/**
 * Makes this process the one owner of `folder`, creating it when absent.
 *
 * Every contender first listens on a socket of its own inside the folder and only then looks for others that
 * listen, so two can never both win. The kernel closes a socket with its process, however that ends: a lock left
 * by `kill -9` replies to nobody and is swept away, and a process id used again cannot be mistaken for the owner.
 * Works between containers that share the folder on one machine.
 *
 * @throws FolderInUseError when a live process owns the folder.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  // Of a file system that is read-only the recursive form says ENOENT; the plain one knows.
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => mkdir(folder, 0o700));
  const at = await socketFolder(folder);
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const name = `owner-${randomBytes(4).toString('hex')}.sock`;
    const server = await listen(at.path, name);
    if ((await othersAreGone(at.path, name)) && (await exists(join(at.path, name)))) {
      return { release: () => close(server).then(at.close) };
    }
    await close(server);
    // Two that start together both see each other and step back; the one with the shorter pause then wins.
    await pause(20 + Math.random() * 80 * attempt);
  }
  await at.close();
  throw new FolderInUseError(folder);
}

/** The path under which sockets of the folder are reached, shortened through /proc where it is too long. */
async function socketFolder(folder: string) {
  if (Buffer.byteLength(join(folder, 'owner-00000000.sock')) <= longestSocketPath) {
    return { path: folder, close: async () => {} };
  }
  if (process.platform !== 'linux') {
    throw new Error(`the path of the data folder ${folder} is too long to be locked`);
  }
  const handle = await open(folder);
  return { path: `/proc/self/fd/${handle.fd}`, close: () => handle.close() };
}

async function listen(folder: string, name: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  server.listen(join(folder, name));
  server.unref();
  await once(server, 'listening');
  return server;
}

async function othersAreGone(folder: string, own: string): Promise<boolean> {
  const others = (await readdir(folder)).filter((name) => marker.test(name) && name !== own);
  for (const other of others) {
    if (await isListening(join(folder, other))) return false;
    await rm(join(folder, other), { force: true });
  }
  return true;
}

async function isListening(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return false;
    // A full backlog (EAGAIN) or a permission fault is no proof of death.
    return true;
  } finally {
    socket.destroy();
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function close(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}
