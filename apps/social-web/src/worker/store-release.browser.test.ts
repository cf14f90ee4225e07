import { startChromium } from '@triptych/testing/chromium';
import type { Browser, Page } from 'playwright-core';
import { signInAs } from '../testing/people.js';
import { startReleases, type ForeignReply, type Releases } from '../testing/releases.js';
import { installNext, isControlled } from '../testing/worker.js';

let server: Releases;
let browser: Browser;
let page: Page;
let undo = () => {};

beforeAll(async () => {
  [server, browser] = await Promise.all([startReleases(), startChromium()]);
  ({ page } = await signInAs(browser, server.url, 'Alice'));
  await isControlled(page);
});
afterEach(() => undo());
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const html = { 'content-type': 'text/html; charset=utf-8' };
const script = { 'content-type': 'text/javascript' };
const closedForNow = '<!doctype html><h1>We are back soon</h1>';
const documentPath = /^\/index\.html$/;
const searchScript = /^\/assets\/search-page-[^/]*\.js$/;

const reply = (headers: ForeignReply['headers'], body: string, status = 200): ForeignReply => ({
  status,
  headers,
  body,
});

/** How many files are in each cache. */
const storedCounts = () =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('files-'));
    const counts = names.map(async (name) => (await (await caches.open(name)).keys()).length);
    return Promise.all(counts);
  });

/** What is stored of the script of a page, and its type. */
const storedScript = () =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find((each) => each.startsWith('files-'))!;
    const cache = await caches.open(name);
    const key = (await cache.keys()).find(({ url }) => /search-page-[^/]*js$/.test(url))!;
    const stored = (await cache.match(key, { ignoreVary: true }))!;
    return { type: stored.headers.get('content-type'), text: await stored.text() };
  });

/** As a release before this one may have stored it. */
const storeInstead = (headers: ForeignReply['headers'], body: string) =>
  page.evaluate(
    async ([type, text]) => {
      const name = (await caches.keys()).find((each) => each.startsWith('files-'))!;
      const cache = await caches.open(name);
      const key = (await cache.keys()).find(({ url }) => /search-page-[^/]*js$/.test(url))!;
      await cache.put(key, new Response(text, { headers: { 'content-type': type! } }));
    },
    [headers['content-type'], body],
  );

// Before the tests with another release, whose files have other names.
describe('a release takes over no copy that is not the file', () => {
  let workers = 0;
  let original: Awaited<ReturnType<typeof storedScript>>;
  beforeAll(async () => {
    original = await storedScript();
    expect(original.type).toContain('javascript');
  });

  it.each([
    ['a page', html, closedForNow],
    ['nothing', script, ''],
  ])('but %s, and stores what the server has', async (_what, headers, body) => {
    await storeInstead(headers, body);
    expect((await storedScript()).text).toBe(body);
    // The same files with another worker.
    const other = `// ${workers++}`;
    undo = server.replyOtherwise(/^\/service-worker\.js$/, (text) => `${text}\n${other}`);
    expect(await installNext(page)).toBe('installed');
    expect(await storedScript()).toEqual(original);
  });
});

it('a document that is led elsewhere is not stored with its new policy: no browser would open it', async () => {
  server.setPolicy("default-src 'self'; media-src 'none'");
  undo = server.replyOtherwise(documentPath, reply({ location: '/chats' }, '', 302));
  // A visit shows what is stored, and looks for what has changed meanwhile.
  const looked = page.context().waitForEvent('requestfailed', (request) => {
    return documentPath.test(new URL(request.url()).pathname);
  });
  await page.goto(`${server.url}/chats`);
  await looked;
  await page.goto(`${server.url}/chats`);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
});

describe('a release is not installed, and nothing changes, while something on the way', () => {
  beforeEach(() => server.release());

  it.each([
    ['replies with a page in the place of a script', searchScript, reply(html, closedForNow)],
    ['replies with nothing', searchScript, reply(script, '')],
    [
      'breaks it off',
      searchScript,
      reply({ ...script, 'content-length': '5000', connection: 'close' }, 'export {'),
    ],
    ['leads elsewhere', searchScript, reply({ location: '/icon.svg' }, '', 302)],
    ['leads from the document elsewhere', documentPath, reply({ location: '/chats' }, '', 302)],
    [
      'replies with a page of its own, which has a policy too',
      documentPath,
      reply({ ...html, 'content-security-policy': "default-src 'self'" }, closedForNow),
    ],
  ])('%s', async (_what, address, other) => {
    const before = await storedCounts();
    undo = server.replyOtherwise(address, other);
    expect(await installNext(page)).toBe('redundant');
    expect(await storedCounts()).toEqual(before);
  });

  it('and is once nothing does', async () => {
    expect(await installNext(page)).toBe('installed');
  });
});
