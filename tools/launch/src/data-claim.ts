import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface DataClaim {
  release(): Promise<void>;
}

async function answers(path: string): Promise<boolean> {
  const socket = connect(path);
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}

async function listenAt(path: string): Promise<DataClaim | null> {
  const server = createServer((socket) => socket.destroy());
  try {
    server.listen(path);
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null;
    throw error;
  }
  server.unref();
  return {
    release: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/**
 * Tells another start on the same data folder that this one has it; null when another has it.
 *
 * A socket, because the system closes it with its process, however that ends. The services guard their own
 * folders besides; this claim only makes the message come early and clear.
 */
export async function claimData(folder: string): Promise<DataClaim | null> {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const path = join(tmpdir(), `triptych-${name}.sock`);
  const claim = await listenAt(path);
  if (claim || (await answers(path))) return claim;
  rmSync(path, { force: true });
  return listenAt(path);
}
