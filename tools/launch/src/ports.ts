import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { candidatePorts } from '@triptych/free-port';
import getPort, { clearLockedPorts } from 'get-port';

/**
 * Returns the preferred port, or a free one when that is taken or 0; never the same one twice. Between this and the moment
 * in which a service listens, no connection of anybody takes the free one.
 */
export function createPortPicker() {
  clearLockedPorts();
  return (preferred: number) => {
    const ports = [...(preferred === 0 ? [] : [preferred]), ...candidatePorts()];
    return getPort({ port: ports, host: '127.0.0.1', reserve: true });
  };
}

export type PortPicker = ReturnType<typeof createPortPicker>;

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
