import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A developer's secret, made once and kept with the data, so that open pages survive a restart. */
export async function keepSessionSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'session-secret');
  const own = `${path}.${randomUUID()}`;
  await mkdir(dataDir, { recursive: true });
  await writeFile(own, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
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
