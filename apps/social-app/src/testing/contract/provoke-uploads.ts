import { randomUUID } from 'node:crypto';
import { bomb } from '../files.js';
import type { SignedInUser } from '../signed-in-user.js';
import type { TestApp } from '../test-app.js';

const path = '/api/attachments/uploads';
const type = 'application/offset+octet-stream';

function uploadsOf(app: TestApp['app'], user: SignedInUser) {
  const send = async (
    method: 'POST' | 'PATCH' | 'DELETE' | 'HEAD',
    url: string,
    headers: Record<string, string> = {},
    payload?: Buffer,
  ) =>
    app.inject({
      method,
      url,
      headers: { cookie: user.cookie, 'tus-resumable': '1.0.0', ...headers },
      ...(payload && { payload }),
    });
  return {
    send,
    async begin(length: number): Promise<string> {
      const reply = await send('POST', path, { 'upload-length': String(length) });
      return String(reply.headers['location']);
    },
    patch: (url: string, offset: number, payload: Buffer) =>
      send('PATCH', url, { 'upload-offset': String(offset), 'content-type': type }, payload),
    complete: (url: string) => send('POST', `${url}/complete`),
  };
}

/** Uploads in several requests: kept, refused and ended in every way; by a server that takes few, and one that cannot keep any. */
export async function provokeUploads(
  world: TestApp,
  full: TestApp,
  broken: TestApp,
): Promise<void> {
  const alice = await world.join();
  const own = uploadsOf(world.app, alice);
  const [bytes, none] = [Buffer.from('hello'), `${path}/${randomUUID()}`];
  const url = await own.begin(bytes.length);
  await own.complete(url);
  await own.patch(url, 3, bytes);
  await own.patch(url, 0, Buffer.alloc(9));
  await own.send('PATCH', url, { 'upload-offset': 'x', 'content-type': type }, bytes);
  for (const each of [url, none]) await own.send('HEAD', each);
  for (const method of ['PATCH', 'DELETE', 'HEAD'] as const)
    await own.send(method, url, { 'tus-resumable': '2' });
  await own.send('PATCH', url, { 'upload-offset': '0', 'content-type': 'text/plain' }, bytes);
  await own.patch(url, 0, bytes);
  const { id } = (await own.complete(url)).json<{ id: string }>();
  await world.query('DELETE FROM attachments WHERE id = $1', [id]);
  for (const each of [url, none]) await own.complete(each);
  await own.patch(none, 0, bytes);
  for (const each of [await own.begin(5), none]) await own.send('DELETE', each);
  for (const length of ['5', '6'])
    await own.send('POST', path, { 'upload-length': length, 'idempotency-key': 'once' });
  const tooLong = String(2 ** 40);
  for (const [headers, payload] of [
    [{ 'upload-length': '0' }],
    [{ 'upload-length': tooLong }],
    [{ 'upload-length': 'x' }],
    [{ 'tus-resumable': '2' }],
    [{ 'upload-length': '5', 'content-type': 'text/plain' }, bytes],
    [{ 'upload-length': '4', 'content-type': type }, bytes],
  ] as const)
    await own.send('POST', path, headers, payload);
  const fragmented = await own.begin(50);
  await world.query('UPDATE uploads SET pieces = 10000 WHERE length = 50');
  await own.patch(fragmented, 0, bytes);
  const picture = await bomb();
  const unreadable = await own.begin(picture.length);
  await own.patch(unreadable, 0, picture);
  await own.complete(unreadable);
  await world.query(
    `INSERT INTO uploads (id, owner_id, length, expires_at)
     SELECT gen_random_uuid(), $1, 1, now() + interval '1 hour' FROM generate_series(1, 100)`,
    [alice.id],
  );
  await own.begin(5);

  const guest = uploadsOf(full.app, await full.join());
  const [small, quota] = [await guest.begin(90), await guest.begin(90)];
  await guest.patch(small, 0, Buffer.alloc(90, 'x'));
  void quota;
  // Nothing is left for it by the time that it has arrived.
  await full.query(
    `INSERT INTO attachments (id, owner_id, object, kind, type, size, stored)
     SELECT gen_random_uuid(), owner_id, gen_random_uuid(), 'file', 'x/y', 1, 100 FROM uploads`,
  );
  await guest.complete(small);
  const busy = [1, 2, 3].map(() => guest.complete(small));
  await Promise.all([...busy, ...[1, 2].map(() => guest.patch(small, 0, bytes))]);
  await full.query('DELETE FROM attachments');
  await full.query('DELETE FROM uploads');
  const begin = { 'upload-length': '5', 'content-type': type };
  await Promise.all([1, 2, 3].map(() => guest.send('POST', path, begin, bytes)));

  const unlucky = uploadsOf(broken.app, await broken.join());
  await unlucky.send('POST', path, { 'upload-length': '5', 'content-type': type }, bytes);
  const lost = await unlucky.begin(5);
  await unlucky.patch(lost, 0, bytes);
  await broken.query('UPDATE uploads SET received = length');
  await unlucky.complete(lost);
}

/** More at a time than one person may send. */
export async function provokeCrowd(crowded: TestApp): Promise<void> {
  const carol = await crowded.join();
  const own = uploadsOf(crowded.app, carol);
  const [bytes, url] = [Buffer.from('hello'), await own.begin(5)];
  const headers = { 'upload-length': '5', 'content-type': type };
  for (const work of [
    () => crowded.upload(carol, bytes),
    () => own.send('POST', path, headers, bytes),
    () => own.patch(url, 0, bytes),
    () => own.complete(url),
  ])
    await Promise.all([work(), work()]);
}
