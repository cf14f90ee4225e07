import { randomBytes } from 'node:crypto';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { offsetType, tusCalls, uploadsPath } from '../testing/tus-calls.js';

const KiB = 1024;
/** Pieces are small, so that a file has many. */
const uploads = { pieceBytes: 8 * KiB, leastBytes: KiB };
let world: TestApp;
let base: string;
beforeAll(async () => {
  world = await createTestApp({ context: { uploads } });
  base = await world.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => world.close());
const { call, begun, patch, complete, offsetOf, bytesOf } = tusCalls(() => world);

const tooLong = [413, 'upload_too_long'];
const statusOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
];

/** In chunks, so that nothing says beforehand how long the body is. */
async function inChunks(
  { cookie }: SignedInUser,
  method: 'PATCH' | 'POST',
  url: string,
  headers: Record<string, string>,
  chunks: readonly Buffer[],
) {
  const reply = await fetch(base + url, {
    method,
    headers: { cookie, 'tus-resumable': '1.0.0', 'content-type': offsetType, ...headers },
    body: ReadableStream.from(chunks),
    duplex: 'half',
  });
  const text = await reply.text();
  const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  return { status: reply.status, body, location: reply.headers.get('location') };
}

const patchInChunks = (user: SignedInUser, url: string, offset: number, ...chunks: Buffer[]) =>
  inChunks(user, 'PATCH', url, { 'upload-offset': String(offset) }, chunks);

async function isWhole(user: SignedInUser, url: string, bytes: Buffer): Promise<void> {
  const { status, body } = await complete(user, url);
  expect(status).toBe(200);
  expect((await bytesOf(user, body['id'])).equals(bytes)).toBe(true);
}

it.each([
  ['by a byte', 1],
  ['by as much again', 30 * KiB],
])(
  'a body in chunks that is longer than what is left %s is 413, and what came before it goes on',
  async (_how, more) => {
    const bytes = randomBytes(30 * KiB);
    const { alice, url } = await begun(bytes.length);
    const [sent, rest] = [bytes.subarray(0, 10 * KiB), bytes.subarray(10 * KiB)];
    expect((await patchInChunks(alice, url, 0, sent)).status).toBe(204);
    const before = await world.filesKept();
    const long = await patchInChunks(alice, url, sent.length, rest, Buffer.alloc(more));
    expect(statusOf(long)).toEqual(tooLong);
    // Whole pieces that came earlier than the end may stay; that end may not.
    const offset = await offsetOf(alice, url);
    expect(offset).toBe(sent.length + 2 * 8 * KiB);
    expect(await world.filesKept()).toHaveLength(before.length + 2);
    expect((await complete(alice, url)).body['code']).toBe('upload_incomplete');
    expect((await patchInChunks(alice, url, offset, bytes.subarray(offset))).status).toBe(204);
    await isWhole(alice, url, bytes);
  },
);

it('a body in chunks for an upload that has all of its bytes is 413, and an empty one is not', async () => {
  const bytes = randomBytes(10 * KiB);
  const { alice, url } = await begun(bytes.length);
  await patch(alice, url, 0, bytes);
  const long = await patchInChunks(alice, url, bytes.length, Buffer.alloc(1));
  expect(statusOf(long)).toEqual(tooLong);
  expect((await patchInChunks(alice, url, bytes.length)).status).toBe(204);
  await isWhole(alice, url, bytes);
});

it('a body that says beforehand that it is longer is 413, and none of it is kept', async () => {
  const bytes = randomBytes(10 * KiB);
  const { alice, url } = await begun(bytes.length);
  await patch(alice, url, 0, bytes.subarray(0, 5 * KiB));
  const long = await patch(alice, url, 5 * KiB, Buffer.alloc(5 * KiB + 1));
  expect(statusOf(long)).toEqual(tooLong);
  expect(long.body['detail']).toBe('The body has more bytes than the upload has left.');
  expect(await offsetOf(alice, url)).toBe(5 * KiB);
  await patch(alice, url, 5 * KiB, bytes.subarray(5 * KiB));
  await isWhole(alice, url, bytes);
});

describe('the first bytes of an upload, longer than all of it,', () => {
  it('begin none where the request says so beforehand', async () => {
    const alice = await world.join();
    const headers = { 'upload-length': '10', 'content-type': offsetType };
    const long = await call(alice, 'POST', uploadsPath, headers, Buffer.alloc(11));
    expect(statusOf(long)).toEqual(tooLong);
    expect(long.headers).not.toHaveProperty('location');
    expect(await world.query('SELECT FROM uploads WHERE owner_id = $1', [alice.id])).toEqual([]);
  });

  it('leave one that can go on where they came in chunks', async () => {
    const alice = await world.join();
    const bytes = randomBytes(20 * KiB);
    const headers = { 'upload-length': String(bytes.length) };
    const chunks = [bytes, Buffer.alloc(9)];
    const long = await inChunks(alice, 'POST', uploadsPath, headers, chunks);
    expect(statusOf(long)).toEqual(tooLong);
    const offset = await offsetOf(alice, long.location!);
    expect(offset).toBe(16 * KiB);
    await patch(alice, long.location!, offset, bytes.subarray(offset));
    await isWhole(alice, long.location!, bytes);
  });
});
