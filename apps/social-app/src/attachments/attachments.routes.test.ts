import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { active, animation, bomb, drawing, pdf, photograph } from '../testing/files.js';
import { film, recording } from '../testing/media.js';
import { phonePicture } from '../testing/phone-picture.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const url = '/api/attachments';
type Headers = Record<string, string>;

/** The reply with its bytes. */
async function fetchFile(user: SignedInUser | null, id: string, query = '', headers: Headers = {}) {
  const reply = await world.app.inject({
    url: `${url}/${id}${query}`,
    headers: { ...(user && { cookie: user.cookie }), ...headers },
  });
  const { statusCode: status, rawPayload: bytes } = reply;
  return { status, bytes, headers: reply.headers as Headers };
}

const metadataOf = (bytes: Buffer) => sharp(bytes, { animated: true }).metadata();

describe('POST /api/attachments', () => {
  it('a photograph is upright, without what the camera wrote, in three sizes and a preview', async () => {
    const alice = await world.join();
    const taken = await photograph();
    expect(taken.includes('SecretMaker')).toBe(true);
    const { status, body } = await world.upload(alice, taken, '?name=me.jpeg&alt=a%20cat');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      kind: 'image',
      type: 'image/jpeg',
      size: expect.any(Number),
      name: 'me.jpeg',
      alt: 'a cat',
      width: 900,
      height: 1600,
      duration: null,
      preview: expect.stringMatching(/^data:image\/webp;base64,[\w+/=]{40,600}$/),
      sizes: [
        { name: 'small', type: 'image/webp', width: 203, height: 360, size: expect.any(Number) },
        { name: 'medium', type: 'image/webp', width: 720, height: 1280, size: expect.any(Number) },
      ],
    });
    const whole = await fetchFile(alice, body.id);
    expect(whole).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/jpeg',
        'content-length': String(body.size),
        'content-disposition': 'inline; filename=me.jpeg',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-cache',
      },
    });
    const [small, medium] = [
      await fetchFile(alice, body.id, '?size=small'),
      await fetchFile(alice, body.id, '?size=medium'),
    ];
    const shown = [whole, small, medium];
    for (const { bytes } of shown) {
      const { exif, icc, xmp, iptc, orientation } = await metadataOf(bytes);
      expect([exif, icc, xmp, iptc, orientation]).toEqual(Array(5).fill(undefined));
      expect(bytes.includes('ecret')).toBe(false);
    }
    const sides = await Promise.all(shown.map(({ bytes }) => metadataOf(bytes)));
    expect(sides).toMatchObject([
      { format: 'jpeg', width: 900, height: 1600 },
      { format: 'webp', width: 203, height: 360 },
      { format: 'webp', width: 720, height: 1280 },
    ]);
  });

  it('an animation goes on moving; its smallest size does not', async () => {
    const alice = await world.join();
    const { body } = await world.upload(alice, await animation(3, 380), '?name=x.gif');
    expect(body).toMatchObject({ kind: 'image', type: 'image/webp', width: 380, height: 380 });
    const frames = async (query: string) =>
      (await metadataOf((await fetchFile(alice, body.id, query)).bytes)).pages ?? 1;
    expect(await frames('')).toBe(3);
    expect(await frames('?size=small')).toBe(1);
    const { headers } = await fetchFile(alice, body.id);
    expect(headers['content-disposition']).toBe('inline; filename=x.webp');
  });

  it('a small picture has no smaller sizes: it is sent in their place', async () => {
    const alice = await world.join();
    const { body } = await world.upload(alice, await drawing());
    expect(body).toMatchObject({ type: 'image/png', width: 40, height: 30, sizes: [] });
    const { headers } = await fetchFile(alice, body.id, '?size=medium');
    expect(headers['content-type']).toBe('image/png');
  });

  it.each<[string, Buffer, object]>([
    ['a document', pdf, { kind: 'file', type: 'application/pdf' }],
    ['anything else', Buffer.from('hello'), { kind: 'file', type: 'application/octet-stream' }],
  ])('%s is kept as it was sent', async (_what, bytes, expected) => {
    const alice = await world.join();
    const { body } = await world.upload(alice, bytes, '?name=r%C3%A9sum%C3%A9%22%0A.x');
    expect(body).toMatchObject({ ...expected, size: bytes.length, name: 'résumé" .x' });
    const { bytes: got, headers } = await fetchFile(alice, body.id);
    expect(got.equals(bytes)).toBe(true);
    const shown = body.kind === 'file' ? 'attachment' : 'inline';
    expect(headers['content-disposition']).toBe(
      `${shown}; filename="r?sum?\\" .x"; filename*=UTF-8''r%C3%A9sum%C3%A9%22%20.x`,
    );
  });

  it.each<[string, Buffer, object]>([
    ['a film', film(), { kind: 'video', type: 'video/mp4', width: 180, height: 320, duration: 3 }],
    ['a voice', recording(), { kind: 'audio', type: 'audio/webm', width: null, duration: 2.5 }],
  ])('%s is shown, without what is neither seen nor heard', async (_what, bytes, expected) => {
    const alice = await world.join();
    const { body } = await world.upload(alice, bytes);
    expect(body).toMatchObject({ ...expected, size: bytes.length, preview: null, sizes: [] });
    const got = await fetchFile(alice, body.id);
    expect(got.headers).toMatchObject({
      'content-disposition': 'inline',
      'content-type': body.type as string,
    });
    expect([bytes.includes('secret'), got.bytes.includes('secret')]).toEqual([true, false]);
  });

  it('a picture of a phone that no browser shows is saved, without what is not seen', async () => {
    const alice = await world.join();
    const bytes = phonePicture();
    const { body } = await world.upload(alice, bytes, '?name=IMG_1.HEIC');
    expect(body).toMatchObject({ kind: 'file', type: 'image/heic', size: bytes.length });
    const got = await fetchFile(alice, body.id);
    expect(got.headers['content-disposition']).toBe('attachment; filename=IMG_1.HEIC');
    expect([bytes.includes('secret'), got.bytes.includes('secret')]).toEqual([true, false]);
  });

  it('what is not built like a film is only ever saved', async () => {
    const alice = await world.join();
    const broken = film().subarray(0, 800);
    const { body } = await world.upload(alice, broken);
    expect(body).toMatchObject({ kind: 'file', type: 'application/octet-stream' });
  });

  it.each(Object.entries(active))('%s is only ever saved', async (_what, bytes) => {
    const alice = await world.join();
    const { body } = await world.upload(alice, bytes, '?name=x.svg');
    const { headers } = await fetchFile(alice, body.id);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=x.svg',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it('a picture with a page behind it is a picture alone', async () => {
    const alice = await world.join();
    const page = active['a page'];
    for (const picture of [await drawing(), await animation(), await photograph(64, 64)]) {
      const { body } = await world.upload(alice, Buffer.concat([picture, page]));
      const { bytes } = await fetchFile(alice, body.id);
      expect(bytes.includes('script')).toBe(false);
    }
  });

  it('422 for nothing, and for a picture that is cut off or a bomb; nothing of them stays', async () => {
    const before = await world.filesKept();
    const alice = await world.join();
    expect(await world.upload(alice, Buffer.alloc(0))).toMatchObject({
      status: 422,
      body: { code: 'attachment_empty' },
    });
    for (const bytes of [(await photograph()).subarray(0, 9000), await bomb()]) {
      const { status, body } = await world.upload(alice, bytes);
      expect([status, body.code]).toEqual([422, 'picture_unreadable']);
    }
    expect(await world.filesKept()).toEqual(before);
  });

  it('401 without a session', async () => {
    expect((await world.upload(null, pdf)).status).toBe(401);
    expect((await fetchFile(null, crypto.randomUUID())).status).toBe(401);
  });
});

describe('GET /api/attachments/:id', () => {
  it('has ranges and conditions', async () => {
    const alice = await world.join();
    const bytes = randomBytes(1019);
    const { id } = (await world.upload(alice, bytes)).body;
    const whole = await fetchFile(alice, id);
    const { etag = '' } = whole.headers;
    const total = bytes.length;
    for (const [range, first, end] of [
      ['bytes=0-0', 0, 1],
      ['bytes=10-19', 10, 20],
      [`bytes=${total - 1}-`, total - 1, total],
      ['bytes=-7', total - 7, total],
      ['bytes=0-99999', 0, total],
    ] as const) {
      const part = await fetchFile(alice, id, '', { range });
      expect(part).toMatchObject({
        status: 206,
        headers: {
          'content-range': `bytes ${first}-${end - 1}/${total}`,
          'content-length': String(end - first),
        },
      });
      expect(part.bytes.equals(bytes.subarray(first, end))).toBe(true);
    }
    const outside = await fetchFile(alice, id, '', { range: `bytes=${total}-` });
    expect(outside).toMatchObject({
      status: 416,
      headers: { 'content-range': `bytes */${total}` },
    });
    expect((await fetchFile(alice, id, '', { range: 'bytes=0-1', 'if-range': '"x"' })).status).toBe(
      200,
    );
    const same = await fetchFile(alice, id, '', { 'if-none-match': etag });
    expect([same.status, same.bytes.length]).toEqual([304, 0]);
    expect((await fetchFile(alice, id, '', { 'if-match': '"x"' })).status).toBe(412);
    const head = await world.app.inject({
      method: 'HEAD',
      url: `${url}/${id}`,
      headers: { cookie: alice.cookie },
    });
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
      200,
      String(total),
      0,
    ]);
  });

  it('404 also for a file whose bytes are gone', async () => {
    const alice = await world.join();
    const { id } = (await world.upload(alice, pdf)).body;
    const [row] = await world.query<{ object: string }>(
      'SELECT object::text FROM attachments WHERE id = $1',
      [id],
    );
    await world.parts.files.remove(row!.object);
    expect((await fetchFile(alice, id)).status).toBe(404);
  });
});
