import { createTestApp, type TestApp } from '../testing/test-app.js';
import { pictures } from '../testing/pictures.js';
import { sendFile } from '../testing/upstream-player.js';

const id = '1641086480675225601';
let server: TestApp;

beforeEach(async () => {
  server = await createTestApp();
  server.upstream.on('*', sendFile(pictures.png, 'image/png'));
});
afterEach(() => server.close());

const get = (path: string) => server.app.inject(`/embetty${path}`);
const play = (name: string) => server.upstream.json('/tweet-result', server.upstream.fixture(name));

it('GET /embetty/tweet/:id: the fields of API 1.1, links expanded, media links cut', async () => {
  play('tweet-syn-photo');
  const response = await get(`/tweet/${id}`);
  expect(response.statusCode).toBe(200);
  expect(response.headers['access-control-allow-origin']).toBe('*');
  expect(response.json()).toMatchObject({
    id_str: id,
    user: { name: 'sammy', screen_name: 'SamuelSusla' },
    in_reply_to_status_id_str: null,
  });
  expect(response.json().extended_entities.media).toHaveLength(1);
  expect(response.json().full_text).not.toMatch(/t\.co/);
});

it('makes a link of a quoted tweet where there is no other', async () => {
  play('tweet-syn-quote-tweet');
  const [link] = (await get('/tweet/1')).json().entities.urls;
  expect(link.url).toMatch(/^https:\/\/twitter\.com\/\w+\/status\/\d+$/);
  expect(link.title).toMatch(/\(@\w+\)$/);
});

it.each(['profile-image', 'images-0'])('GET /embetty/tweet/:id-%s: the image', async (name) => {
  play('tweet-syn-photo');
  const response = await get(`/tweet/${id}-${name}`);
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/png']);
});

it('400 and 404, as at the documented paths', async () => {
  play('tweet-syn-photo');
  for (const path of ['abc', 'abc-profile-image', `${id}-images-abc`, `${id}-images--1`]) {
    expect([path, (await get(`/tweet/${path}`)).statusCode]).toEqual([path, 400]);
  }
  for (const path of [`${id}-link-image`, `${id}-images-9`]) {
    expect([path, (await get(`/tweet/${path}`)).statusCode]).toEqual([path, 404]);
  }
  play('tweet-syn-tombstone');
  expect((await get('/tweet/2')).statusCode).toBe(404);
});
