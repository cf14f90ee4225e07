import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedTestDatabase } from '@triptych/postgres/testing';
import { s3Keys, startS3 } from '@triptych/object-storage/testing';
import { PrismaClient } from '../generated/prisma/client.js';
import { pdf, photograph } from '../testing/files.js';
import { tusCalls } from '../testing/tus-calls.js';
import { createTestApp, migrationsDir, type TestApp } from '../testing/test-app.js';
import { createSqlAttachmentStore } from './attachment-store.sql.js';
import { removeOrphans, removeUnused } from './attachment-sweep.js';

/** Bytes. */
const pieceBytes = 64 * 1024;

let s3: Awaited<ReturnType<typeof startS3>>;
let world: TestApp;
let prisma: PrismaClient;
let folder: string;
beforeAll(async () => {
  s3 = await startS3();
  folder = await mkdtemp(join(tmpdir(), 'triptych-staged-'));
  const database = await createEmbeddedTestDatabase(migrationsDir);
  prisma = new PrismaClient(database.clientOptions);
  const config = {
    FILES_DIR: folder,
    FILES_S3_URL: s3.url,
    FILES_S3_ACCESS_KEY_ID: s3Keys.id,
    FILES_S3_SECRET_ACCESS_KEY: s3Keys.secret,
    OUTBOUND_ALLOW_HOSTS: s3.authority,
  };
  const uploads = { pieceBytes, leastBytes: 1024 };
  world = await createTestApp({ database, config, context: { uploads } });
});
afterEach(() => s3.refuse(null));
afterAll(async () => {
  await prisma.$disconnect();
  await world.close();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const { begun, patch, complete, offsetOf, bytesOf } = tusCalls(() => world);

const fetchFile = async (cookie: string, id: string, headers: Record<string, string> = {}) => {
  const reply = await world.app.inject({
    url: `/api/attachments/${id}`,
    headers: { cookie, ...headers },
  });
  return { status: reply.statusCode, bytes: reply.rawPayload, code: codeOf(reply.body) };
};
function codeOf(body: string): unknown {
  try {
    return (JSON.parse(body) as { code?: unknown }).code;
  } catch {
    return undefined;
  }
}
const parts = () => ({
  store: createSqlAttachmentStore(prisma),
  files: world.parts.files,
  log: { info: () => undefined, warn: () => undefined } as never,
});
const keys = () => [...s3.objects.keys()];
const faults = () =>
  world.lines
    .map((line) => JSON.parse(line) as { dependency?: string })
    .filter(({ dependency }) => dependency === 'files');

it('files are kept, shown in parts, and go with their message; nothing of them stays on this disk', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const bytes = randomBytes(1_500_000);
  const { id } = (await world.upload(alice, bytes)).body;
  const picture = (await world.upload(alice, await photograph())).body;
  expect(keys().map((key) => key.replace(/^some\/where\/[\da-f]{2}\/[\da-f-]{36}/, ''))).toEqual(
    expect.arrayContaining(['', '', '.small', '.medium']),
  );
  expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  await world.post(alice, '/api/message/send', { chatId, attachments: [id, picture.id] });
  expect((await fetchFile(bob.cookie, id)).bytes.equals(bytes)).toBe(true);
  const range = { range: 'bytes=500000-1100000' };
  const part = await fetchFile(bob.cookie, id, range);
  expect([part.status, part.bytes.equals(bytes.subarray(500_000, 1_100_001))]).toEqual([206, true]);
  const small = await fetchFile(bob.cookie, `${picture.id}?size=small`);
  expect([small.status, small.bytes.length]).toEqual([200, picture.sizes[0].size]);
  expect((await fetchFile((await world.join()).cookie, id)).status).toBe(404);
  await world.post(alice, '/api/message/delete', { chatId, seq: 1 });
  await world.query(`UPDATE attachments SET released_at = released_at - interval '2 minutes'`);
  await removeUnused(parts(), { unsent: 86_400_000, released: 60_000 });
  expect(keys()).toEqual([]);
});

it('what a process that was killed between file and row has left is removed once it is a day old', async () => {
  const alice = await world.join();
  const { id } = (await world.upload(alice, pdf)).body;
  const [at, day] = [Date.now(), 86_400_000];
  const orphan = randomUUID();
  const key = `some/where/${orphan.slice(0, 2)}/${orphan}`;
  s3.objects.set(key, { body: pdf, at: new Date(at) });
  s3.objects.set('some/where/notes.txt', { body: pdf, at: new Date(0) });
  expect(await removeOrphans(parts(), day, at + day - 60_000)).toBe(0);
  expect(await removeOrphans(parts(), day, at + day + 60_000)).toBe(1);
  expect(keys()).toHaveLength(2);
  expect((await fetchFile(alice.cookie, id)).bytes.equals(pdf)).toBe(true);
});

it.each<[string, number | 'gone' | 'cut']>([
  ['refuses the keys', 403],
  ['is busy', 503],
  ['fails', 500],
  ['breaks off', 'gone'],
  ['ends in the middle', 'cut'],
])(
  '503 while the store %s, a line of the log with the reason, and nothing is lost',
  async (_what, how) => {
    const alice = await world.join();
    const bytes = randomBytes(10_000);
    const { id } = (await world.upload(alice, bytes)).body;
    const [before, logged] = [keys(), faults().length];
    if (typeof how === 'number') s3.refuse(how);
    else
      s3.misbehave((_request, response) => {
        if (how === 'gone') return void response.socket?.destroy();
        response.writeHead(206, {
          'content-length': 10_000,
          'content-range': 'bytes 0-9999/10000',
        });
        response.write('half', () => response.socket?.destroy());
      });
    const unavailable = { status: 503, body: { code: 'files_unavailable' } };
    expect(await world.upload(alice, pdf)).toMatchObject(unavailable);
    expect(await world.upload(alice, await photograph(64, 64))).toMatchObject(unavailable);
    expect(await fetchFile(alice.cookie, id)).toMatchObject({
      status: 503,
      code: 'files_unavailable',
    });
    const lines = faults().slice(logged);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ reason: expect.any(String), advice: expect.any(String) });
    const said = JSON.stringify(world.lines);
    for (const secret of [s3Keys.id, s3Keys.secret, 'AWS4-HMAC'])
      expect(said).not.toContain(secret);
    s3.refuse(null);
    expect(keys()).toEqual(before);
    expect((await fetchFile(alice.cookie, id)).bytes.equals(bytes)).toBe(true);
    expect((await world.upload(alice, pdf)).status).toBe(200);
    expect(faults().slice(logged)).toHaveLength(2);
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  },
);

it('an upload that resumes goes on from its last piece once the store is back, and is completed once', async () => {
  const before = keys();
  const bytes = randomBytes(5 * pieceBytes);
  const { alice, url } = await begun(bytes.length);
  expect((await patch(alice, url, 0, bytes.subarray(0, 2 * pieceBytes))).status).toBe(204);
  let puts = 0;
  s3.misbehave((request, response) => {
    puts += 1;
    request.resume().once('end', () => response.writeHead(503).end('<Error/>'));
  });
  const unavailable = { status: 503, body: { code: 'files_unavailable' } };
  const rest = bytes.subarray(2 * pieceBytes);
  expect(await patch(alice, url, 2 * pieceBytes, rest)).toMatchObject(unavailable);
  expect(puts).toBeGreaterThan(0);
  s3.refuse(null);
  expect(await offsetOf(alice, url)).toBe(2 * pieceBytes);
  expect((await patch(alice, url, 2 * pieceBytes, rest)).status).toBe(204);
  s3.refuse(500);
  expect(await complete(alice, url)).toMatchObject(unavailable);
  s3.refuse(null);
  const completed = await Promise.all([1, 2].map(() => complete(alice, url)));
  expect(new Set(completed.map(({ body }) => body['id'])).size).toBe(1);
  expect((await bytesOf(alice, completed[0]!.body['id'])).equals(bytes)).toBe(true);
  // Of the pieces nothing is left.
  expect(keys()).toHaveLength(before.length + 1);
  expect(await readdir(join(folder, 'incoming'))).toEqual([]);
});
