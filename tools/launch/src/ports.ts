import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

async function tryPort(port: number): Promise<number | null> {
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
    return (probe.address() as AddressInfo).port;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' || code === 'EACCES') return null;
    throw error;
  } finally {
    if (probe.listening) await new Promise((resolve) => probe.close(resolve));
  }
}

export type PortPicker = (preferred: number) => Promise<number>;

/** Returns the preferred port, or a free one when that is taken; never the same one twice. */
export function createPortPicker(): PortPicker {
  const picked = new Set<number>();
  return async (preferred) => {
    let port = picked.has(preferred) ? null : await tryPort(preferred);
    while (port === null || picked.has(port)) port = await tryPort(0);
    picked.add(port);
    return port;
  };
}

const defaultProviderPort = 8090;

async function lastPort(file: string): Promise<number | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return /^\d{1,5}$/.test(text.trim()) ? Number(text) : null;
}

/**
 * The port of the local provider, the same as last time when that is free.
 *
 * Accounts belong to an issuer, and the issuer's address holds the port: on another one, the Alice that a kept
 * database knows would be a stranger with Alice's e-mail address. `moved`: the last port was taken.
 */
export async function pickProviderPort(dataRoot: string, pickPort: PortPicker) {
  const file = join(dataRoot, 'local-sign-in-port');
  const last = await lastPort(file);
  const port = await pickPort(last ?? defaultProviderPort);
  const moved = last !== null && port !== last;
  if (!moved) {
    await mkdir(dataRoot, { recursive: true });
    await writeFile(file, `${port}\n`);
  }
  return { port, moved };
}
