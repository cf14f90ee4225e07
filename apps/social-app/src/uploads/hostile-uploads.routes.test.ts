import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import fc from 'fast-check';
import { drawing } from '../testing/files.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';
import { offsetType, tusCalls, uploadsPath } from '../testing/tus-calls.js';

const KiB = 1024;
/** Pieces are small, so that a file has many. */
const uploads = { pieceBytes: 8 * KiB, leastBytes: KiB };
let world: TestApp;
let port: number;
beforeAll(async () => {
  world = await createTestApp({ context: { uploads, attachments: { maxBytes: 1024 * KiB } } });
  port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => world.close());
const { call, begin, begun, patch, complete, offsetOf, bytesOf } = tusCalls(() => world);

/** Which headers are at fault, and why. */
const faultsOf = ({ errors }: Record<string, unknown>) =>
  (errors as { pointer: string; detail: string }[]).map(
    ({ pointer, detail }) => `${pointer} ${detail}`,
  );

describe('whatever is sent', () => {
  it.each(['-1', '+3', '1.5', '0x10', '1e3', 'abc', '', ' 3', '9'.repeat(30), '5,6'])(
    'is refused with a length or an offset of %j',
    async (text) => {
      const { alice, url } = await begun(10 * KiB);
      const length = await call(alice, 'POST', uploadsPath, { 'upload-length': text });
      const offset = await patch(alice, url, text, Buffer.alloc(10));
      for (const [{ status, body }, name] of [
        [length, 'upload-length'],
        [offset, 'upload-offset'],
      ] as const) {
        expect([status, body['code']]).toEqual([422, 'upload_header_invalid']);
        expect(faultsOf(body)).toEqual([`/${name} must be given, as a whole number of bytes`]);
      }
      expect(await offsetOf(alice, url)).toBe(0);
    },
  );

  it('never goes beyond its length, leaves a gap or overwrites', async () => {
    const { alice, url } = await begun(10 * KiB);
    await patch(alice, url, 0, Buffer.alloc(5 * KiB, 'a'));
    for (const offset of [0, 1, 5 * KiB - 1, 5 * KiB + 1, 10 * KiB, 999_999_999_999_999])
      expect((await patch(alice, url, offset, Buffer.alloc(10))).status).toBe(409);
    expect(await offsetOf(alice, url)).toBe(5 * KiB);
  });

  it('is refused in another version, without a type of its own, or from another origin', async () => {
    const { alice, url } = await begun(10 * KiB);
    for (const version of ['0.2.2', '2.0.0', '']) {
      const { status, headers } = await call(alice, 'POST', uploadsPath, {
        'tus-resumable': version,
      });
      expect([status, headers['tus-version']]).toEqual([412, '1.0.0']);
    }
    for (const type of ['text/plain', 'application/octet-stream', 'multipart/form-data']) {
      const headers = { 'upload-offset': '0', 'content-type': type };
      const patched = await call(alice, 'PATCH', url, headers, Buffer.alloc(10));
      const sized = { 'upload-length': '10', ...headers };
      const begun = await call(alice, 'POST', uploadsPath, sized, Buffer.alloc(10));
      for (const { status, body } of [patched, begun]) {
        expect(status).toBe(415);
        expect(body['detail']).toBe('The body must be application/offset+octet-stream.');
      }
    }
    for (const origin of ['https://evil.example', 'null']) {
      const headers = { origin, 'upload-offset': '0', 'content-type': offsetType };
      for (const [method, where] of [
        ['POST', uploadsPath],
        ['PATCH', url],
        ['DELETE', url],
        ['POST', `${url}/complete`],
      ] as const)
        expect((await call(alice, method, where, headers)).status).toBe(403);
    }
    expect(await offsetOf(alice, url)).toBe(0);
  });

  it.each(['a YQ==,a Yg==', 'a b c', ',', 'a !!', 'ä YQ==', 'x'.repeat(9000)])(
    'metadata is not %j',
    async (metadata) => {
      const alice = await world.join();
      const { status, body } = await begin(alice, 10, { 'upload-metadata': metadata });
      expect(status).toBe(422);
      expect(faultsOf(body)).toEqual([
        '/upload-metadata must be keys with values in Base64, as tus writes them, of at most 8192 characters',
      ]);
    },
  );

  it.each([
    ['upload-concat', 'partial'],
    ['upload-defer-length', '1'],
    ['upload-checksum', 'sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0='],
  ])('is refused with %s, of an extension that OPTIONS does not name', async (name, value) => {
    const { alice, url } = await begun(10);
    const started = await begin(alice, 10, { [name]: value });
    const headers = { [name]: value, 'upload-offset': '0', 'content-type': offsetType };
    const continued = await call(alice, 'PATCH', url, headers, Buffer.alloc(10));
    for (const { status, body } of [started, continued]) {
      expect([status, body['code']]).toEqual([422, 'upload_header_invalid']);
      expect(faultsOf(body)).toEqual([
        `/${name} is of an extension that this service does not have`,
      ]);
    }
    expect(await offsetOf(alice, url)).toBe(0);
  });

  it('is refused with a Content-Encoding, which nobody would undo, as is a file that comes at once', async () => {
    const { alice, url } = await begun(10 * KiB);
    const before = await world.filesKept();
    const encoded = { 'content-type': offsetType, 'content-encoding': 'gzip' };
    const bytes = Buffer.alloc(10 * KiB);
    for (const { status, body, headers } of [
      await call(alice, 'PATCH', url, { ...encoded, 'upload-offset': '0' }, bytes),
      await call(alice, 'POST', uploadsPath, { ...encoded, 'upload-length': '10240' }, bytes),
      await call(alice, 'POST', '/api/attachments', encoded, bytes),
    ])
      expect([status, body['code'], headers['accept-encoding']]).toEqual([
        415,
        'unsupported_media_type',
        'identity',
      ]);
    expect(await offsetOf(alice, url)).toBe(0);
    expect(await world.filesKept()).toEqual(before);
    expect(await world.query('SELECT FROM uploads WHERE owner_id = $1', [alice.id])).toHaveLength(
      1,
    );
  });

  it('OPTIONS says what there is', async () => {
    const { headers } = await call(await world.join(), 'OPTIONS', uploadsPath);
    expect(headers).toMatchObject({
      'tus-version': '1.0.0',
      'tus-max-size': String(1024 * KiB),
      'tus-extension': 'creation,creation-with-upload,termination,expiration',
    });
  });
});

describe('two at once', () => {
  it('that go on from the same offset: one does, the other learns of it, and no byte is of both', async () => {
    const [one, other] = [Buffer.alloc(30 * KiB, 'a'), Buffer.alloc(30 * KiB, 'b')];
    const { alice, url } = await begun(30 * KiB);
    const before = await world.filesKept();
    const replies = await Promise.all([patch(alice, url, 0, one), patch(alice, url, 0, other)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 409]);
    const { body } = await complete(alice, url);
    const bytes = await bytesOf(alice, body['id']);
    expect([one, other].some((each) => each.equals(bytes))).toBe(true);
    expect(await world.filesKept()).toHaveLength(before.length + 1);
  });

  it('that complete it get the same attachment', async () => {
    const bytes = await drawing();
    const { alice, url } = await begun(bytes.length);
    await patch(alice, url, 0, bytes);
    const replies = await Promise.all([1, 2, 3].map(() => complete(alice, url)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(replies.map(({ body }) => body['id'])).size).toBe(1);
    const rows = await world.query('SELECT FROM attachments WHERE owner_id = $1', [alice.id]);
    expect(rows).toHaveLength(1);
  });
});

/** Begins a request, and sends no more than this of its body. */
function halfRequest(user: SignedInUser, url: string, length: number, sent: Buffer) {
  const socket = connect({ port, host: '127.0.0.1' });
  const head = [
    `PATCH ${url} HTTP/1.1`,
    `host: localhost:${port}`,
    `cookie: ${user.cookie}`,
    'tus-resumable: 1.0.0',
    'upload-offset: 0',
    `content-type: ${offsetType}`,
    `content-length: ${length}`,
  ];
  socket.on('error', () => undefined);
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(sent);
  return socket;
}

it('a request that breaks off leaves what had arrived, from which the next one goes on, as often as it takes', async () => {
  const bytes = randomBytes(60 * KiB);
  const { alice, url } = await begun(bytes.length);
  const socket = halfRequest(alice, url, bytes.length, bytes.subarray(0, 30 * KiB));
  // Whole pieces are kept while the request goes on.
  let offset = 0;
  while (offset < 24 * KiB) offset = await offsetOf(alice, url);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.destroy();
  await closed;
  for (let isDone = false; !isDone;) {
    offset = await offsetOf(alice, url);
    // The request that broke off may still be keeping its last piece.
    isDone = (await patch(alice, url, offset, bytes.subarray(offset))).status === 204;
  }
  const { body } = await complete(alice, url);
  expect((await bytesOf(alice, body['id'])).equals(bytes)).toBe(true);
});

it('a request whose upload is ended meanwhile learns that it is gone', async () => {
  const bytes = randomBytes(60 * KiB);
  const { alice, url } = await begun(bytes.length);
  const socket = halfRequest(alice, url, bytes.length, bytes.subarray(0, 30 * KiB));
  while ((await offsetOf(alice, url)) < 24 * KiB);
  expect((await call(alice, 'DELETE', url)).status).toBe(204);
  const reply = new Promise<string>((resolve) =>
    socket.once('data', (data) => resolve(String(data))),
  );
  socket.write(bytes.subarray(30 * KiB));
  expect(await reply).toMatch(/^HTTP\/1\.1 404 [^]*"code":"upload_not_found"/);
  socket.destroy();
});

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('go on' as const), length: fc.nat(9000) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('lie' as const),
      by: fc.integer({ min: -99, max: 99 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('complete' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('both' as const), length: fc.nat(9000) }) },
);

it('however it is sent, it is what was sent', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 10 }),
      fc.integer({ min: 1, max: 30_000 }),
      async (steps, length) => {
        const bytes = randomBytes(length);
        const { alice, url } = await begun(length);
        let at = 0;
        for (const each of [...steps, { do: 'go on' as const, length }]) {
          const end = 'length' in each ? Math.min(at + each.length, length) : at;
          const send = () => patch(alice, url, at, bytes.subarray(at, end));
          if (each.do === 'complete' && at < length)
            expect((await complete(alice, url)).status).toBe(409);
          if (each.do === 'lie' && each.by !== 0)
            expect([409, 422]).toContain(
              (await patch(alice, url, at + each.by, Buffer.alloc(1))).status,
            );
          if (each.do === 'go on') expect((await send()).status).toBe(204);
          if (each.do === 'both') {
            const statuses = (await Promise.all([send(), send()])).map(({ status }) => status);
            expect(statuses).toContain(204);
          }
          at = end;
          expect(await offsetOf(alice, url)).toBe(at);
        }
        const { status, body } = await complete(alice, url);
        expect([status, body['size']]).toEqual([200, length]);
        expect((await bytesOf(alice, body['id'])).equals(bytes)).toBe(true);
      },
    ),
    { numRuns: 12 },
  );
});
