import { createHash, randomBytes } from 'node:crypto';
import * as tus from 'tus-js-client';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import type { SignedInUser } from '../testing/signed-in-user.js';

const MiB = 1024 * 1024;
/** Two replicas on one database and one folder. */
let worlds: TestApp[];
let bases: string[];
beforeAll(async () => {
  const first = await createTestApp();
  worlds = [first];
  bases = [await first.app.listen({ port: 0, host: '127.0.0.1' })];
});
afterAll(() => Promise.all(worlds.map((world) => world.close())));

interface Options extends Partial<tus.UploadOptions> {
  /** Aborts once so many bytes were sent. */
  readonly stopAt?: number;
}

/** Resolves with the address of the upload: when it is done, or was stopped. */
function send(user: SignedInUser, bytes: Buffer, { stopAt = Infinity, ...options }: Options = {}) {
  return new Promise<string>((resolve, reject) => {
    const upload = new tus.Upload(bytes, {
      endpoint: `${bases[0]}/api/attachments/uploads`,
      headers: { cookie: user.cookie },
      metadata: { filename: 'film.dat', alt: 'ein Film' },
      retryDelays: [0, 10],
      ...options,
      onError: reject,
      onSuccess: () => resolve(upload.url ?? ''),
      onProgress: (sent) => {
        if (sent < stopAt) return;
        void upload.abort().then(() => resolve(upload.url ?? ''));
      },
    });
    upload.start();
  });
}

async function completed(user: SignedInUser, url: string) {
  const headers = { cookie: user.cookie };
  const reply = await fetch(`${url}/complete`, { method: 'POST', headers });
  const attachment = (await reply.json()) as { id: string; size: number; name: string };
  const bytes = await fetch(`${bases[0]}/api/attachments/${attachment.id}`, { headers });
  return { attachment, hash: hashOf(Buffer.from(await bytes.arrayBuffer())) };
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

it.each<[string, Options]>([
  ['in one request', {}],
  ['in requests of 1 MiB', { chunkSize: MiB }],
  ['with its creation', { uploadDataDuringCreation: true, chunkSize: 3 * MiB }],
])('tus-js-client sends a file %s', async (_how, options) => {
  const alice = await worlds[0]!.join();
  const bytes = randomBytes(6 * MiB + 123);
  const url = await send(alice, bytes, options);
  const { attachment, hash } = await completed(alice, url);
  expect(attachment).toMatchObject({ size: bytes.length, name: 'film.dat', alt: 'ein Film' });
  expect(hash).toBe(hashOf(bytes));
});

it('tus-js-client goes on where it was stopped, and ends what it was told to end', async () => {
  const alice = await worlds[0]!.join();
  const bytes = randomBytes(6 * MiB);
  const url = await send(alice, bytes, { chunkSize: MiB, stopAt: 2.5 * MiB });
  const firsts: number[] = [];
  const uploadUrl = url;
  await send(alice, bytes, {
    uploadUrl,
    chunkSize: MiB,
    onBeforeRequest(request) {
      const offset = request.getHeader('Upload-Offset');
      if (request.getMethod() === 'PATCH') firsts.push(Number(offset));
    },
  });
  expect(firsts[0]).toBeGreaterThanOrEqual(2 * MiB);
  expect((await completed(alice, url)).hash).toBe(hashOf(bytes));
  const other = await send(alice, bytes, { chunkSize: MiB, stopAt: MiB });
  await tus.Upload.terminate(other, { headers: { cookie: alice.cookie } });
  const headers = { cookie: alice.cookie, 'tus-resumable': '1.0.0' };
  expect((await fetch(other, { method: 'HEAD', headers })).status).toBe(404);
});
