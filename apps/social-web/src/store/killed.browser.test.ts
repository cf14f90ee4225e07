import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startChromium } from '@triptych/testing/chromium';
import type { Browser, Page } from 'playwright-core';
import { startProfile, type Profile } from '../testing/chromium-profile.js';
import { befriend, openChat, sendText, signIn, signInAs } from '../testing/people.js';
import { startSocialServer, type SocialServer } from '../testing/social-server.js';

let server: SocialServer;
let browser: Browser;
let folder: string;
let profile: Profile;
let alice: Page;
let chat: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startSocialServer(), startChromium()]);
  alice = (await signInAs(browser, server.url, 'Alice')).page;
  folder = await mkdtemp(join(tmpdir(), 'killed-'));
  profile = await startProfile(folder);
  const { page } = profile;
  await signIn(page, server.url, 'Bob');
  await befriend(alice, page, 'Bob');
  await openChat(alice, 'Bob');
  await openChat(page, 'Alice');
  await sendText(alice, 'Bob', 'Before');
  await page.locator('.bubble', { hasText: 'Before' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  chat = page.url();
  // As people do: what the browser writes late is on the disk.
  await profile.close();
});
afterAll(async () => {
  await profile?.kill();
  await browser?.close();
  await server?.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const bubbles = (page: Page) => page.locator('.bubble', { hasText: /^Typed / });
const typed = Array.from({ length: 8 }, (_, index) => `Typed ${index + 1}`);
const left = typed.filter((text) => text !== 'Typed 3');

/** The texts on the screen, once there are so many: rows are drawn anew when all of them are measured. */
async function shown(page: Page, count: number): Promise<string[]> {
  for (let texts: string[] = [], tries = 0; ; tries++) {
    texts = await bubbles(page).allInnerTexts();
    if (texts.length >= count || tries === 100)
      return texts.map((text) => /^Typed \d+/.exec(text)![0]);
    await setTimeout(100);
  }
}

// Two browsers are started one after the other, which takes more than five seconds.
it('what is shown as waiting, and written, is there after the browser was killed a moment later, without what was discarded, and goes out once', async () => {
  // Of a try before: a second browser on the same folder would give way to it.
  await profile.kill();
  profile = await startProfile(folder);
  let { page } = profile;
  await page.goto(chat);
  await page.locator('.bubble', { hasText: 'Before' }).waitFor();
  await page.context().setOffline(true);
  for (const text of typed) await sendText(page, 'Alice', text);
  expect(await shown(page, typed.length)).toEqual(typed);
  const row = page.locator('.message', { hasText: 'Typed 3' });
  await row.getByRole('button', { name: 'Discard' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByLabel('Message Alice').fill('Not sent yet');
  await setTimeout(200);
  await profile.kill();

  profile = await startProfile(folder);
  ({ page } = profile);
  await page.context().setOffline(true);
  await page.goto(chat);
  expect(await shown(page, left.length)).toEqual(left);
  expect(await page.getByLabel('Message Alice').inputValue()).toBe('Not sent yet');
  await page.context().setOffline(false);
  expect(await shown(alice, left.length)).toEqual(left);
  await page.reload();
  expect(await shown(page, left.length)).toEqual(left);
  expect(await shown(alice, left.length)).toEqual(left);
});

// Two browsers are started one after the other, which takes more than five seconds.
it('what waited when the browser was killed goes out also where its database replies only after somebody has written', async () => {
  let { page } = profile;
  await page.context().setOffline(true);
  const late = ['Late 1', 'Late 2'];
  for (const text of late) await sendText(page, 'Alice', text);
  await setTimeout(200);
  await profile.kill();

  profile = await startProfile(folder);
  ({ page } = profile);
  await page.addInitScript(() => {
    const held = new Promise((resolve) => addEventListener('let-go', resolve));
    Object.defineProperty(IDBOpenDBRequest.prototype, 'onsuccess', {
      set(this: IDBOpenDBRequest, handle: () => void) {
        this.addEventListener('success', () => void held.then(() => handle()));
      },
    });
  });
  await page.goto(chat);
  await page.getByLabel('Message Alice').fill('Meanwhile');
  expect(await page.locator('.bubble', { hasText: /^Late / }).count()).toBe(0);
  await page.evaluate(() => dispatchEvent(new Event('let-go')));
  for (const text of late) {
    await page.locator('.bubble', { hasText: text }).waitFor();
    await alice.locator('.bubble', { hasText: text }).waitFor();
  }
  expect(await page.getByLabel('Message Alice').inputValue()).toBe('Meanwhile');
});
