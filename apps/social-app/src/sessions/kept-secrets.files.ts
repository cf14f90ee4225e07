import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A developer's secret, made once and kept with the data; the same for all who ask at once. */
export async function keepSecret(
  dataDir: string,
  name: string,
  make: () => string,
): Promise<string> {
  const path = join(dataDir, name);
  const own = `${path}.${randomUUID()}`;
  await mkdir(dataDir, { recursive: true });
  await writeFile(own, make(), { flag: 'wx', mode: 0o600 });
  try {
    // A link appears whole or not at all: nobody reads half a secret.
    await link(own, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(own);
  }
  return readFile(path, 'utf8');
}

/** What signs sessions: kept, so that open pages survive a restart. */
export function keepSessionSecret(dataDir: string): Promise<string> {
  return keepSecret(dataDir, 'session-secret', () => randomBytes(32).toString('base64url'));
}
