import { startChromium } from '@triptych/testing/chromium';
import type { Browser, Page } from 'playwright-core';
import { befriend, openChat, sendText, signInAs } from '../testing/people.js';
import { startReleases, type Releases } from '../testing/releases.js';

let browser: Browser;
let server: Releases;
let alice: Page;

beforeAll(async () => {
  [browser, server] = await Promise.all([startChromium(), startReleases()]);
  ({ page: alice } = await signInAs(browser, server.url, 'Alice'));
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const bubble = (page: Page, text: string) => page.locator('.bubble', { hasText: text });

// They take more than five seconds because a browser waits up to three before it opens a stream again.
it.each(['everything', 'the body'] as const)(
  'messages come also where a proxy holds back %s of a stream until its end',
  async (part) => {
    const name = part === 'everything' ? 'Bob' : 'Cleo';
    const { page } = await signInAs(browser, server.url, name);
    await befriend(alice, page, name);
    await openChat(alice, name);
    const streams: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname === '/api/events') streams.push(search);
    });
    await page.clock.install();
    server.holdBack(part);
    await openChat(page, 'Alice');
    await page.reload();
    await page.getByLabel('Message Alice').waitFor();
    await page.clock.fastForward(15_000);
    const lost = page.locator('.connection', { hasText: /./ });
    await lost.waitFor({ state: 'detached' });
    for (const text of ['One', 'Two', 'Three']) {
      await sendText(alice, name, text);
      await bubble(page, text).waitFor();
      expect(await lost.count()).toBe(0);
    }

    server.holdBack(null);
    const long = page.waitForRequest((request) =>
      /events\?(?!.*wait=).*since=/.test(request.url()),
    );
    await page.clock.fastForward(5 * 60_000);
    await sendText(alice, name, 'Four');
    await bubble(page, 'Four').waitFor();
    await long;
    streams.length = 0;
    await sendText(alice, name, 'Five');
    await bubble(page, 'Five').waitFor();
    expect(streams).toEqual([]);
  },
);
