import { randomBytes, randomUUID } from 'node:crypto';
import { photograph } from '../testing/files.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { offsetType, tusCalls, uploadsPath } from '../testing/tus-calls.js';

const KiB = 1024;
/** Pieces are small, so that a file has many. */
const uploads = { pieceBytes: 8 * KiB, leastBytes: KiB, mostOpen: 3, mostPieces: 200 };
let world: TestApp;
beforeAll(async () => {
  const attachments = { maxBytes: 1024 * KiB, quota: 1500 * KiB };
  world = await createTestApp({ context: { uploads, attachments } });
});
afterAll(() => world.close());
const { call, begin, begun, patch, complete, offsetOf, bytesOf } = tusCalls(() => world);

describe('an upload', () => {
  it('arrives in several requests, and becomes an attachment like one that came at once', async () => {
    const bytes = randomBytes(40 * KiB);
    const named = ['filename cmVwb3J0LmRhdA==', 'alt dGhlIHJlcG9ydA==', 'empty'].join(',');
    const { alice, url } = await begun(bytes.length, { 'upload-metadata': named });
    for (const [start, end] of [
      [0, 10_000],
      [10_000, 10_001],
      [10_001, bytes.length],
    ] as const) {
      const { status, headers } = await patch(alice, url, start, bytes.subarray(start, end));
      expect([status, headers['upload-offset']]).toEqual([204, String(end)]);
      expect(Date.parse(headers['upload-expires']!)).toBeGreaterThan(Date.now());
    }
    const head = await call(alice, 'HEAD', url);
    expect(head).toMatchObject({
      status: 200,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': String(bytes.length),
        'upload-length': String(bytes.length),
        'upload-metadata': named,
        'cache-control': 'no-store',
      },
    });
    const { status, body } = await complete(alice, url);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        kind: 'file',
        type: 'application/octet-stream',
        size: bytes.length,
        name: 'report.dat',
        alt: 'the report',
        width: null,
        sizes: [],
      },
    });
    expect((await bytesOf(alice, body['id'])).equals(bytes)).toBe(true);
    // Nobody got the reply.
    expect((await complete(alice, url)).body).toEqual(body);
    expect((await patch(alice, url, bytes.length, Buffer.from('x'))).status).toBe(409);
  });

  it('of a picture is drawn anew, and one that came with its beginning needs no more requests', async () => {
    const bytes = await photograph(400, 300);
    const alice = await world.join();
    const headers = { 'upload-length': String(bytes.length), 'content-type': offsetType };
    const { status, headers: got } = await call(alice, 'POST', uploadsPath, headers, bytes);
    expect([status, got['upload-offset']]).toEqual([201, String(bytes.length)]);
    const { body } = await complete(alice, got['location']!);
    expect(body).toMatchObject({ kind: 'image', type: 'image/jpeg', sizes: [{ name: 'small' }] });
    expect((await bytesOf(alice, body['id'])).includes('SecretMaker')).toBe(false);
  });

  it('goes with its owner, and with its time', async () => {
    const before = await world.filesKept();
    const { alice, url } = await begun(20 * KiB);
    await patch(alice, url, 0, randomBytes(10 * KiB));
    expect((await world.filesKept()).length).toBe(before.length + 2);
    expect((await call(alice, 'DELETE', url)).status).toBe(204);
    expect(await world.filesKept()).toEqual(before);
    for (const again of [await call(alice, 'HEAD', url), await call(alice, 'DELETE', url)])
      expect(again.status).toBe(404);
    const late = await begun(20 * KiB);
    await patch(late.alice, late.url, 0, randomBytes(10 * KiB));
    await world.query(`UPDATE uploads SET expires_at = now() - interval '1 second'`);
    for (const reply of [
      await patch(late.alice, late.url, 10 * KiB, Buffer.alloc(1)),
      await call(late.alice, 'HEAD', late.url),
      await complete(late.alice, late.url),
    ])
      expect(reply.status).toBe(404);
  });

  it('is nobody else’s: 404 for every request of another one, 401 without a session', async () => {
    const bytes = randomBytes(10 * KiB);
    const { alice, url } = await begun(bytes.length);
    await patch(alice, url, 0, bytes.subarray(0, 5000));
    const { bob } = await world.joinFriends();
    for (const [user, expected] of [
      [bob, 404],
      [null, 401],
    ] as const) {
      const replies = [
        await patch(user, url, 5000, bytes.subarray(5000)),
        await call(user, 'HEAD', url),
        await complete(user, url),
        await call(user, 'DELETE', url),
      ];
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => expected));
    }
    expect(await offsetOf(alice, url)).toBe(5000);
    expect((await call(alice, 'HEAD', `${uploadsPath}/${randomUUID()}`)).status).toBe(404);
  });
});

describe('room', () => {
  it('is taken at the beginning, and given back when it is ended or over', async () => {
    const alice = await world.join();
    const first = await begin(alice, 1000 * KiB);
    const full = await begin(alice, 600 * KiB);
    expect([first.status, full.status, full.body['code']]).toEqual([
      201,
      409,
      'attachment_quota_exceeded',
    ]);
    expect((await world.upload(alice, Buffer.alloc(600 * KiB))).status).toBe(409);
    await call(alice, 'DELETE', first.headers['location']!);
    expect((await begin(alice, 600 * KiB)).status).toBe(201);
    expect((await begin(alice, 1024 * KiB + 1)).status).toBe(413);
    expect((await begin(alice, 0)).body['code']).toBe('attachment_empty');
    await world.query(`UPDATE uploads SET expires_at = now() - interval '1 second'`);
    expect((await begin(alice, 1000 * KiB)).status).toBe(201);
  });

  it('is given back at once when a file is discarded that was complete, of which nothing is left', async () => {
    const bytes = randomBytes(1000 * KiB);
    const { alice, url } = await begun(bytes.length);
    await patch(alice, url, 0, bytes);
    const { body } = await complete(alice, url);
    expect((await begin(alice, 600 * KiB)).status).toBe(409);
    const bob = await world.join();
    expect((await call(bob, 'DELETE', url)).status).toBe(404);
    expect((await call(alice, 'DELETE', url)).status).toBe(204);
    expect((await begin(alice, 600 * KiB)).status).toBe(201);
    expect((await world.get(alice, `/api/attachments/${String(body['id'])}`)).status).toBe(404);
    const [row] = await world.query(
      'SELECT name, released_at IS NOT NULL AS released FROM attachments WHERE id = $1',
      [body['id']],
    );
    expect(row).toEqual({ name: null, released: true });
    for (const again of [await complete(alice, url), await call(alice, 'DELETE', url)])
      expect(again.status).toBe(404);
  });

  it('stays taken by a file that a message has, whatever becomes of its upload', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    const bytes = randomBytes(10 * KiB);
    const { headers } = await begin(alice, bytes.length);
    const url = headers['location']!;
    await patch(alice, url, 0, bytes);
    const { id } = (await complete(alice, url)).body;
    await world.post(alice, '/api/message/send', { chatId, attachments: [id] });
    expect((await call(alice, 'DELETE', url)).status).toBe(204);
    expect((await bytesOf(bob, id)).equals(bytes)).toBe(true);
  });

  it('is not taken twice by who begins many at once, and nobody begins too many', async () => {
    const [alice, bob] = [await world.join(), await world.join()];
    const racing = await Promise.all([1, 2, 3].map(() => begin(alice, 700 * KiB)));
    expect(racing.map(({ status }) => status).sort()).toEqual([201, 201, 409]);
    const many = await Promise.all([1, 2, 3, 4, 5].map(() => begin(bob, 10)));
    expect(many.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
    expect(many.find(({ status }) => status === 409)?.body['code']).toBe('too_many_uploads');
  });
});

it('409 before all has arrived, 422 for a picture that cannot be read, of which nothing stays', async () => {
  const before = await world.filesKept();
  const bytes = (await photograph()).subarray(0, 9000);
  const { alice, url } = await begun(bytes.length);
  await patch(alice, url, 0, bytes.subarray(0, 8000));
  expect((await complete(alice, url)).body['code']).toBe('upload_incomplete');
  await patch(alice, url, 8000, bytes.subarray(8000));
  expect((await complete(alice, url)).body['code']).toBe('picture_unreadable');
  expect((await call(alice, 'HEAD', url)).status).toBe(404);
  expect(await world.filesKept()).toEqual(before);
});

it('409 for one that came in thousands of pieces', async () => {
  const { alice, url } = await begun(10 * KiB);
  await world.query('UPDATE uploads SET pieces = 200 WHERE id = $1', [url.split('/').at(-1)]);
  expect((await patch(alice, url, 0, Buffer.alloc(10))).body['code']).toBe('upload_fragmented');
});
