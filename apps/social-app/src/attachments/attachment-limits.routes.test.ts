import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { createTestApp, type TestApp } from '../testing/test-app.js';

/** One that takes little. */
let world: TestApp;
beforeAll(async () => {
  const attachments = {
    maxBytes: 9000,
    quota: 22_500,
    mostUploads: 4,
    mostOfOne: 3,
    mostWaiting: 1,
  };
  world = await createTestApp({ context: { attachments } });
});
afterAll(() => world.close());

/** Of few bytes and many pixels: the next ones are here before it is drawn. */
const slowPicture = () => {
  const create = { width: 2500, height: 2500, channels: 3 as const, background: '#fff' };
  return sharp({ create }).png({ palette: true, compressionLevel: 9 }).toBuffer();
};

it('413 for more bytes than a file may have, also when nobody announced them', async () => {
  const alice = await world.join();
  const tooLarge = { status: 413, body: { code: 'attachment_too_large' } };
  expect(await world.upload(alice, Buffer.alloc(9001, 'x'))).toMatchObject(tooLarge);
  const base = await world.app.listen({ port: 0, host: '127.0.0.1' });
  const stream = new ReadableStream({
    pull(controller) {
      controller.enqueue(Buffer.alloc(300, 'x'));
    },
  });
  const reply = await fetch(`${base}/api/attachments`, {
    method: 'POST',
    headers: { cookie: alice.cookie, 'content-type': 'x/y' },
    body: stream,
    duplex: 'half',
  });
  expect({ status: reply.status, body: await reply.json() }).toMatchObject(tooLarge);
  expect(await world.filesKept()).toEqual([]);
  expect((await world.upload(alice, Buffer.alloc(9000, 'x'))).status).toBe(200);
  expect(await world.filesKept()).toHaveLength(1);
});

it('409 once a person’s files take all their room, which a deletion gives back', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const full = { status: 409, body: { code: 'attachment_quota_exceeded' } };
  const bytes = Buffer.alloc(9000, 'x');
  const ids = [];
  for (let n = 0; n < 2; n += 1) ids.push((await world.upload(alice, bytes)).body.id);
  expect(await world.upload(alice, bytes)).toMatchObject(full);
  // Also when each would have the room alone.
  expect((await world.upload(bob, bytes)).status).toBe(200);
  const racing = await Promise.all([world.upload(bob, bytes), world.upload(bob, bytes)]);
  expect(racing.map(({ status }) => status).sort()).toEqual([200, 409]);
  await world.post(alice, '/api/message/send', { chatId, attachments: ids });
  expect(await world.upload(alice, bytes)).toMatchObject(full);
  await world.post(alice, '/api/message/delete', { chatId, seq: 1 });
  expect((await world.upload(alice, bytes)).status).toBe(200);
});

it('a file that was not sent is discarded by whose it is, which gives its room back; one that was sent stays', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  const bytes = Buffer.alloc(9000, 'x');
  const [sent, unsent] = [await world.upload(alice, bytes), await world.upload(alice, bytes)];
  await world.post(alice, '/api/message/send', { chatId, attachments: [sent.body.id] });
  const discard = async (person: typeof alice, id: unknown) => {
    const { status, body } = await world.delete(person, `/api/attachments/${String(id)}`);
    return [status, body];
  };
  const unchanged = [200, { changed: false }];
  expect(await discard(bob, unsent.body.id)).toEqual(unchanged);
  expect(await discard(alice, sent.body.id)).toEqual(unchanged);
  expect(await discard(alice, randomUUID())).toEqual(unchanged);
  expect((await world.upload(alice, bytes)).status).toBe(409);
  const twice = [discard(alice, unsent.body.id), discard(alice, unsent.body.id)];
  expect((await Promise.all(twice)).map(([, body]) => body)).toEqual(
    expect.arrayContaining([{ changed: true }, { changed: false }]),
  );
  const statusFor = async ({ cookie }: typeof alice, id: unknown) =>
    (await world.app.inject({ url: `/api/attachments/${String(id)}`, headers: { cookie } }))
      .statusCode;
  expect(await statusFor(alice, unsent.body.id)).toBe(404);
  expect(await statusFor(bob, sent.body.id)).toBe(200);
  const late = { chatId, attachments: [unsent.body.id] };
  expect(await world.post(alice, '/api/message/send', late)).toMatchObject({
    status: 400,
    body: { code: 'nothing_to_attach' },
  });
  expect((await world.upload(alice, bytes)).status).toBe(200);
});

it('429 beyond what one person may send at a time, and 503 beyond what is taken of all', async () => {
  const alice = await world.join();
  const code = (status: number, replies: readonly { status: number; body: unknown }[]) =>
    replies
      .filter((each) => each.status === status)
      .map(({ body }) => (body as { code: string }).code);
  const statuses = (replies: readonly { status: number }[]) =>
    replies.map(({ status }) => status).sort();
  const five = Array.from({ length: 5 }, () => world.upload(alice, Buffer.from('x')));
  const replies = await Promise.all(five);
  expect(statuses(replies)).toEqual([200, 200, 200, 429, 429]);
  expect(code(429, replies)).toEqual(Array(2).fill('too_many_files_at_once'));
  // Others have their places all the same, as many as there are.
  const carol = await world.join();
  const of = [alice, alice, alice, carol, carol];
  const shared = await Promise.all(of.map((user) => world.upload(user, Buffer.from('x'))));
  expect(statuses(shared)).toEqual([200, 200, 200, 200, 503]);
  expect(code(503, shared)).toEqual(['attachments_busy']);
  const told = world.lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(told.filter((msg) => msg === 'the service takes no more')).toHaveLength(1);
  expect(told).not.toContain('another server failed');
  // One is drawn, one waits.
  const picture = await slowPicture();
  const bob = await world.join();
  const pictures = await Promise.all([1, 2, 3].map(() => world.upload(bob, picture)));
  expect(pictures.filter(({ status }) => status === 503)).toHaveLength(1);
});
