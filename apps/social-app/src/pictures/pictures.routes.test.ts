import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

type Reply = (response: ServerResponse) => void;

let world: TestApp;
let origin: string;
const replies = new Map<string, Reply>();
const seen: string[] = [];
const host = createServer(({ url = '' }, response) => {
  seen.push(url);
  const reply = replies.get(url);
  if (reply) reply(response);
  else response.writeHead(404).end();
});

beforeAll(async () => {
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  const authority = `127.0.0.1:${(host.address() as AddressInfo).port}`;
  origin = `http://${authority}`;
  world = await createTestApp({
    config: { OUTBOUND_ALLOW_HOSTS: `${authority} ${authority.replace('127.0.0.1', 'localhost')}` },
  });
});
afterAll(async () => {
  await world.close();
  host.closeAllConnections();
  host.close();
  await once(host, 'close');
});

const photo = (width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#a04020' } });

const send =
  (body: Buffer | string, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(200, headers).end(body);

/** Somebody whose provider names this address as their picture. */
async function joinWithPicture(image: string) {
  const user = await world.join();
  await setPicture(user, image);
  return user;
}
/** As a sign-in does. */
async function setPicture(user: SignedInUser, image: string) {
  await namePicture(user, image);
  await world.parts.pictures.refresh(user.id);
}
const namePicture = (user: SignedInUser, image: string) =>
  world.query('UPDATE users SET image = $1 WHERE id = $2::uuid', [image, user.id]);

async function addressOf(user: SignedInUser): Promise<string> {
  const { body } = await world.get(user, '/api/account');
  return body.user.image as string;
}
const look = (viewer: SignedInUser, url: string) =>
  world.app.inject({ url, headers: { cookie: viewer.cookie } });

async function serve(reply: Reply): Promise<{ path: string; image: string; asked: () => number }> {
  const path = `/${randomUUID()}`;
  replies.set(path, reply);
  const asked = () => seen.filter((url) => url === path).length;
  return { path, image: `${origin}${path}`, asked };
}

it('a picture comes from this origin, small, and without what its camera wrote beside it', async () => {
  const taken = { IFD0: { Artist: 'Ada', Copyright: 'somewhere' } };
  const { image, asked } = await serve(send(await photo().withExif(taken).jpeg().toBuffer()));
  const ada = await joinWithPicture(image);
  const address = await addressOf(ada);
  expect(address).toMatch(new RegExp(`^/api/pictures/${ada.id}/[0-9a-f]{32}$`));
  const reply = await look(ada, address);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
  const shown = await sharp(reply.rawPayload).metadata();
  expect(shown).toMatchObject({ format: 'webp', width: 192, height: 192 });
  expect(shown.exif).toBeUndefined();
  expect(asked()).toBe(1);
});

it('is fetched once, however often its person signs in at once, and many look', async () => {
  const { image, asked } = await serve(send(await photo().png().toBuffer()));
  const ada = await world.join();
  await Promise.all(Array.from({ length: 10 }, () => setPicture(ada, image)));
  const address = await addressOf(ada);
  const viewers = [ada, await world.join()];
  const looks = Array.from({ length: 20 }, (_, index) => look(viewers[index % 2]!, address));
  const statuses = (await Promise.all(looks)).map(({ statusCode }) => statusCode);
  expect(statuses).toEqual(Array(20).fill(200));
  expect((await look(ada, address)).statusCode).toBe(200);
  expect(asked()).toBe(1);
});

it.each(['jpeg', 'png', 'webp', 'gif'] as const)('takes %s', async (format) => {
  const { image } = await serve(send(await photo(100, 80).toFormat(format).toBuffer()));
  const ada = await joinWithPicture(image);
  const reply = await look(ada, await addressOf(ada));
  expect(reply.statusCode).toBe(200);
  expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ width: 192, height: 192 });
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>';
const hostile: Record<string, () => Promise<Reply> | Reply> = {
  'an SVG': () => send(svg, { 'content-type': 'image/svg+xml' }),
  'an SVG that says it is a PNG': () => send(svg, { 'content-type': 'image/png' }),
  'a page': () => send('<!doctype html><script>alert(1)</script>'),
  'a TIFF': async () => send(await photo().tiff().toBuffer()),
  'an AVIF': async () => send(await photo(32, 32).avif({ effort: 0 }).toBuffer()),
  'half a JPEG': async () => send((await photo().jpeg().toBuffer()).subarray(0, 400)),
  'a few bytes of 25 megapixels': async () =>
    send(await photo(5_000, 5_000).png({ compressionLevel: 9 }).toBuffer()),
  nothing: () => send(''),
  'six megabytes': () => send(Buffer.alloc(6 * 1024 * 1024, 255)),
  'a 500': () => (response) => response.writeHead(500).end(),
  'a redirect to a private address': () => (response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/picture.png' }).end(),
  'a connection that is cut': () => (response) => response.destroy(),
};

it.each(Object.keys(hostile))('%s is no picture, and is not asked for again', async (what) => {
  const { image, asked } = await serve(await hostile[what]!());
  const ada = await joinWithPicture(image);
  const address = await addressOf(ada);
  for (let view = 0; view < 3; view++) {
    await world.parts.pictures.refresh(ada.id);
    const reply = await look(ada, address);
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({ code: 'picture_not_found' });
    expect(reply.headers['cache-control']).toBe('no-store');
  }
  expect(asked()).toBe(1);
});

it('an address that nobody may call is never called', async () => {
  const ada = await joinWithPicture('https://169.254.169.254/latest/meta-data');
  expect((await look(ada, await addressOf(ada))).statusCode).toBe(404);
});

it('what could not be had is tried again an hour later', async () => {
  const { path, image, asked } = await serve((response) => response.writeHead(503).end());
  const ada = await joinWithPicture(image);
  const address = await addressOf(ada);
  expect((await look(ada, address)).statusCode).toBe(404);
  replies.set(path, send(await photo().png().toBuffer()));
  await world.query(
    `UPDATE pictures SET tried_at = tried_at - interval '61 minutes' WHERE user_id = $1::uuid`,
    [ada.id],
  );
  await world.parts.pictures.refresh(ada.id);
  expect((await look(ada, address)).statusCode).toBe(200);
  expect(asked()).toBe(2);
});

it('another picture has another address; the former is still seen by those who know it', async () => {
  const [first, second] = [
    await serve(send(await photo().png().toBuffer())),
    await serve(send(await photo(50, 50).png().toBuffer())),
  ];
  const ada = await joinWithPicture(first.image);
  const before = await addressOf(ada);
  expect((await look(ada, before)).statusCode).toBe(200);
  await setPicture(ada, second.image);
  const after = await addressOf(ada);
  expect(after).not.toBe(before);
  expect((await look(ada, after)).statusCode).toBe(200);
  expect((await look(ada, before)).statusCode).toBe(200);
});

it('of one person the newest five are kept', async () => {
  const ada = await world.join();
  const addresses: string[] = [];
  for (let turn = 0; turn < 7; turn++) {
    await setPicture(ada, (await serve(send(await photo(9, 9).png().toBuffer()))).image);
    addresses.push(await addressOf(ada));
    expect((await look(ada, addresses.at(-1)!)).statusCode).toBe(200);
  }
  const statuses = [];
  for (const address of addresses) statuses.push((await look(ada, address)).statusCode);
  expect(statuses).toEqual([404, 404, 200, 200, 200, 200, 200]);
});

it('nobody sees a picture whose address they were not given', async () => {
  const { image, asked } = await serve(send(await photo().png().toBuffer()));
  const ada = await joinWithPicture(image);
  const [, , , id, version] = (await addressOf(ada)).split('/');
  const bob = await world.join();
  const others = [`${id}/${'0'.repeat(32)}`, `${bob.id}/${version}`, `${randomUUID()}/${version}`];
  for (const other of others) {
    expect((await look(bob, `/api/pictures/${other}`)).statusCode).toBe(404);
  }
  const reply = await world.app.inject({ url: `/api/pictures/${id}/${version}` });
  expect(reply.statusCode).toBe(401);
  expect(asked()).toBe(1);
});

it('looking fetches nothing by itself, so that no host learns when', async () => {
  const chance = jest.spyOn(Math, 'random').mockReturnValue(0.5);
  const { image, asked } = await serve(send(await photo().png().toBuffer()));
  const ada = await world.join();
  await namePicture(ada, image);
  const address = await addressOf(ada);
  for (let view = 0; view < 3; view++) expect((await look(ada, address)).statusCode).toBe(404);
  await setTimeout(100);
  expect(asked()).toBe(0);
  chance.mockReturnValue(0);
  const bob = await world.join();
  await namePicture(bob, image);
  const untilShown = async (): Promise<number> => {
    const { statusCode } = await look(ada, await addressOf(bob));
    return statusCode === 200 ? statusCode : setTimeout(20).then(untilShown);
  };
  expect(await untilShown()).toBe(200);
  expect(asked()).toBe(1);
  chance.mockRestore();
});

it('goes with the account', async () => {
  const { image } = await serve(send(await photo().png().toBuffer()));
  const ada = await joinWithPicture(image);
  const address = await addressOf(ada);
  expect((await look(ada, address)).statusCode).toBe(200);
  expect((await world.delete(ada, '/api/account', { confirm: ada.email })).status).toBe(200);
  expect((await look(await world.join(), address)).statusCode).toBe(404);
  expect(await world.query('SELECT 1 FROM pictures WHERE user_id = $1::uuid', [ada.id])).toEqual(
    [],
  );
});

it('friends see the picture in each list; the provider’s address reaches nobody', async () => {
  const { alice, bob, chatId } = await world.joinFriends();
  await world.post(alice, '/api/message/send', { chatId, text: 'hello' });
  const { image, path } = await serve(send(await photo().png().toBuffer()));
  await setPicture(bob, image);
  const pages = [await world.get(alice, '/api/friends'), await world.get(alice, '/api/chats')];
  const [friends, chats] = pages.map(({ body }) => body);
  expect(chats.chats[0].person.image).toBe(friends.friends[0].image);
  expect((await look(alice, friends.friends[0].image)).statusCode).toBe(200);
  expect(JSON.stringify(pages)).not.toContain(path);
});

it('hosts that are slow hold a few places of their own, and no picture of others', async () => {
  const slow = await serve((response) => response.writeHead(200).write('x'));
  const healthy = await serve(send(await photo().png().toBuffer()));
  const people = await world.query<{ id: string }>(
    `INSERT INTO users (id, image, updated_at)
     SELECT gen_random_uuid(), $1, now() FROM generate_series(1, 30) RETURNING id::text`,
    [slow.image],
  );
  const fetching = people.map(({ id }) => world.parts.pictures.refresh(id));
  while (slow.asked() < 3) await setTimeout(5);
  const ada = await joinWithPicture(healthy.image.replace('127.0.0.1', 'localhost'));
  expect((await look(ada, await addressOf(ada))).statusCode).toBe(200);
  expect(slow.asked()).toBe(3);
  host.closeAllConnections();
  replies.delete(slow.path);
  await Promise.all(fetching);
});
