import type { LightMyRequestResponse } from 'fastify';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import type { UpstreamPlayer } from '../../testing/upstream-player.js';

export const purgeKey = 'a-key-of-at-least-sixteen';

/** Longer than the cache lets an old copy stand in for a failing upstream. Seconds. */
export const pastTheCache = 2 * 86_400;

// What waits for the store has a share of it.
const slowMachine = { REQUEST_DEADLINE_MS: '60000' };

export interface KeptApp extends TestApp {
  erase(url: string): Promise<LightMyRequestResponse>;
  purge(url: string): Promise<LightMyRequestResponse>;
}

/** The server with snapshots in a folder. */
export async function createKeptApp(
  folder: string,
  upstream: UpstreamPlayer,
  environment: Record<string, string> = {},
): Promise<KeptApp> {
  const server = await createTestApp(
    { SNAPSHOT: 'on', SNAPSHOT_DIR: folder, PURGE_KEYS: purgeKey, ...slowMachine, ...environment },
    upstream,
  );
  const headers = { authorization: `Bearer ${purgeKey}` };
  return {
    ...server,
    erase: (url) =>
      server.app.inject({ method: 'DELETE', url: '/snapshots', query: { url }, headers }),
    purge: (url) => server.app.inject({ method: 'POST', url: '/purge', payload: { url }, headers }),
  };
}

export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'snapshots-'));
}

export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}

/** What lies in the folder, by kind. */
export async function keptIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.map((name) => name.split('.').at(-1) ?? '').toSorted();
}
