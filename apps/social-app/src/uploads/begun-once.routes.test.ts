import { randomBytes, randomUUID } from 'node:crypto';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { offsetType, tusCalls, uploadsPath } from '../testing/tus-calls.js';

// A beginning whose reply was lost is asked for again, by the same `Idempotency-Key`.

const KiB = 1024;
const uploads = { pieceBytes: 8 * KiB, leastBytes: KiB, mostOpen: 3 };
let world: TestApp;
beforeAll(async () => {
  const attachments = { maxBytes: 1024 * KiB, quota: 1500 * KiB };
  world = await createTestApp({ context: { uploads, attachments } });
});
afterAll(() => world.close());
const { call, begin, patch, complete, offsetOf, bytesOf } = tusCalls(() => world);

const once = (key: string) => ({ 'idempotency-key': key });
const rowsOf = ({ id }: { id: string }) =>
  world.query('SELECT FROM uploads WHERE owner_id = $1', [id]);

it('the same beginning is the same upload, which takes its room once, however far it is', async () => {
  const alice = await world.join();
  const bytes = randomBytes(1000 * KiB);
  const key = once(randomUUID());
  const first = await begin(alice, bytes.length, key);
  expect([first.status, first.headers['upload-offset']]).toEqual([201, '0']);
  const url = first.headers['location']!;
  await patch(alice, url, 0, bytes.subarray(0, 500 * KiB));
  const again = await begin(alice, bytes.length, key);
  expect(again).toMatchObject({ status: 201, headers: { location: url } });
  expect(again.headers['upload-offset']).toBe(String(500 * KiB));
  await patch(alice, url, 500 * KiB, bytes.subarray(500 * KiB));
  const { body } = await complete(alice, url);
  // Nothing is begun: it has been attached.
  expect(await begin(alice, bytes.length, key)).toMatchObject({
    status: 201,
    headers: { location: url, 'upload-offset': String(bytes.length) },
  });
  expect((await complete(alice, url)).body).toEqual(body);
  expect(await rowsOf(alice)).toHaveLength(1);
});

it('many at once begin one', async () => {
  const alice = await world.join();
  const replies = await Promise.all(
    [1, 2, 3, 4, 5].map(() => begin(alice, 700 * KiB, once('many'))),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(201));
  expect(new Set(replies.map(({ headers }) => headers['location'])).size).toBe(1);
  expect(await rowsOf(alice)).toHaveLength(1);
});

it('first bytes that come again with their beginning are not taken twice', async () => {
  const alice = await world.join();
  const bytes = randomBytes(20 * KiB);
  const headers = {
    ...once('with-bytes'),
    'upload-length': String(bytes.length),
    'content-type': offsetType,
  };
  const send = () => call(alice, 'POST', uploadsPath, headers, bytes.subarray(0, 10 * KiB));
  const first = await send();
  const url = first.headers['location']!;
  for (const { status, headers: got } of [first, await send()])
    expect([status, got['location'], got['upload-offset']]).toEqual([201, url, String(10 * KiB)]);
  await patch(alice, url, 10 * KiB, bytes.subarray(10 * KiB));
  const { body } = await complete(alice, url);
  expect((await bytesOf(alice, body['id'])).equals(bytes)).toBe(true);
});

it('the key of another beginning is 422, with another length or other words', async () => {
  const alice = await world.join();
  const words = { 'upload-metadata': 'filename YQ==' };
  const { headers } = await begin(alice, 10, { ...once('k'), ...words });
  for (const { status, body } of [
    await begin(alice, 11, { ...once('k'), ...words }),
    await begin(alice, 10, once('k')),
  ])
    expect([status, body['code']]).toEqual([422, 'idempotency_key_reused']);
  expect(await offsetOf(alice, headers['location']!)).toBe(0);
  expect(await rowsOf(alice)).toHaveLength(1);
});

it('a key is one person’s, and begins another one once its upload is over or ended', async () => {
  const [alice, bob] = [await world.join(), await world.join()];
  const beginOf = async (user: typeof alice) => {
    const { status, headers } = await begin(user, 10, once('mine'));
    expect(status).toBe(201);
    return headers['location']!;
  };
  const urls = [await beginOf(alice), await beginOf(bob)];
  await world.query(`UPDATE uploads SET expires_at = now() - interval '1 second'`);
  urls.push(await beginOf(alice));
  await call(alice, 'DELETE', urls.at(-1)!);
  urls.push(await beginOf(alice));
  expect(new Set(urls).size).toBe(4);
  // Without a key each is another one.
  expect((await begin(alice, 10)).headers['location']).not.toBe(urls.at(-1));
});

it.each(['', 'x'.repeat(256), 'ä', 'a b'])('%j is no key', async (key) => {
  const { status, body } = await begin(await world.join(), 10, once(key));
  expect([status, body['code']]).toEqual([422, 'upload_header_invalid']);
  expect(body['errors']).toEqual([
    { pointer: '/idempotency-key', detail: 'must be 1 to 255 visible ASCII characters' },
  ]);
});
