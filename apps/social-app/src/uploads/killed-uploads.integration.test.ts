import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { s3Keys, startS3 } from '@triptych/object-storage/testing';
import { openPostgresApp } from '../testing/postgres-app.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { endSocialProcesses, startSocialProcess } from '../testing/social-process.js';
import { offsetType, uploadsPath } from '../testing/tus-calls.js';

const MiB = 1024 * 1024;
/** Bytes of a piece, which are kept one after another. */
const piece = 4 * MiB;

let world: Awaited<ReturnType<typeof openPostgresApp>>;
let s3: Awaited<ReturnType<typeof startS3>>;
let folder: string;
beforeAll(async () => {
  world = await openPostgresApp();
  s3 = await startS3();
  folder = await mkdtemp(join(tmpdir(), 'triptych-killed-'));
});
afterEach(endSocialProcesses);
afterAll(async () => {
  await world.close();
  await s3.close();
  await rm(folder, { recursive: true });
});

function callsOf({ cookie }: SignedInUser, base: string) {
  const headers = { cookie, 'tus-resumable': '1.0.0' };
  const call = (method: string, path: string, more: Record<string, string> = {}) =>
    fetch(base + path, { method, headers: { ...headers, ...more } });
  return {
    call,
    offsetOf: async (url: string) => Number((await call('HEAD', url)).headers.get('upload-offset')),
    /** A request that sends its body bit by bit; what becomes of it is no fault of the test. */
    patch: (url: string, offset: number) => {
      const more = { 'upload-offset': offset, 'content-type': offsetType };
      const sent = request(base + url, { method: 'PATCH', headers: { ...headers, ...more } });
      return sent.on('error', () => undefined);
    },
  };
}

async function killWhileItArrives(env: Record<string, string>): Promise<void> {
  const alice = await world.join();
  const bytes = randomBytes(2 * piece + MiB);
  const killed = await startSocialProcess({ DATABASE_URL: world.databaseUrl, ...env });
  const before = callsOf(alice, killed.address);
  const begun = await before.call('POST', uploadsPath, { 'upload-length': String(bytes.length) });
  const url = String(begun.headers.get('location'));
  const arriving = before.patch(url, 0);
  // One piece is kept, half of the next one has arrived.
  arriving.write(bytes.subarray(0, piece + 2 * MiB));
  while ((await before.offsetOf(url)) < piece) await pause(20);
  await killed.stop('SIGKILL');
  arriving.destroy();

  const next = await startSocialProcess({ DATABASE_URL: world.databaseUrl, ...env });
  const after = callsOf(alice, next.address);
  expect(await after.offsetOf(url)).toBe(piece);
  const rest = after.patch(url, piece).end(bytes.subarray(piece));
  const [reply] = (await once(rest, 'response')) as [{ statusCode: number; resume(): void }];
  reply.resume();
  expect(reply.statusCode).toBe(204);
  const completed = await after.call('POST', `${url}/complete`);
  const { id } = (await completed.json()) as { id: string };
  const kept = await after.call('GET', `/api/attachments/${id}`);
  expect(Buffer.from(await kept.arrayBuffer()).equals(bytes)).toBe(true);
  expect(await next.stop()).toBe(0);
}

// Side by side: a process that starts leaves a core to the other, and each is started twice.
it('of an upload whose server is killed, what was kept is there, in a folder and in S3, and the rest is sent again', async () => {
  await Promise.all([
    killWhileItArrives({ FILES_DIR: folder }),
    killWhileItArrives({
      FILES_DIR: join(folder, 'staged'),
      FILES_S3_URL: s3.url,
      FILES_S3_ACCESS_KEY_ID: s3Keys.id,
      FILES_S3_SECRET_ACCESS_KEY: s3Keys.secret,
      OUTBOUND_ALLOW_HOSTS: s3.authority,
    }),
  ]);
  // The pieces have gone with the upload.
  expect(s3.objects.size).toBe(1);
});
