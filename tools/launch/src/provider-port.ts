import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PortPicker } from './ports.js';

const usual = 8090;

async function lastPort(file: string): Promise<number | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return /^\d{1,5}$/.test(text.trim()) ? Number(text) : null;
}

/**
 * The port of the local provider, the same as last time when that is free.
 *
 * Accounts belong to an issuer, and the issuer's address holds the port: on another one, the Alice that a kept
 * database knows would be a stranger with Alice's e-mail address. `moved` tells that this has come about.
 */
export async function pickProviderPort(dataRoot: string, pickPort: PortPicker) {
  const file = join(dataRoot, 'local-sign-in-port');
  const last = await lastPort(file);
  const port = await pickPort(last ?? usual);
  const moved = last !== null && port !== last;
  if (!moved) {
    await mkdir(dataRoot, { recursive: true });
    await writeFile(file, `${port}\n`);
  }
  return { port, moved };
}
