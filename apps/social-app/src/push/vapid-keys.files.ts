import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVapidKeys, type VapidKeys } from './vapid.js';

/** A developer's keys, made once and kept with the data, so that subscriptions survive a restart. */
export async function keepVapidKeys(dataDir: string): Promise<VapidKeys> {
  const path = join(dataDir, 'vapid-keys.json');
  const own = `${path}.${randomUUID()}`;
  await mkdir(dataDir, { recursive: true });
  await writeFile(own, JSON.stringify(createVapidKeys()), { flag: 'wx', mode: 0o600 });
  try {
    // A link appears whole or not at all: nobody reads half a key.
    await link(own, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(own);
  }
  return JSON.parse(await readFile(path, 'utf8')) as VapidKeys;
}
