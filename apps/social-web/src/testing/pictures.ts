// Takes a screenshot of every page in both themes on a desk and on a phone: npx nx run social-web:pictures
import { mkdir } from 'node:fs/promises';
import { startChromium } from '@triptych/testing/chromium';
import type { Page } from 'playwright-core';
import { befriend, openChat, sendText, signInAs } from './people.js';
import { startSocialServer } from './social-server.js';

const folder = new URL('../../../../docs/pictures/web/', import.meta.url);
const themes = ['light', 'dark'] as const;
const desk = { viewport: { width: 1100, height: 720 } };
const phone = { viewport: { width: 375, height: 720 }, isMobile: true, hasTouch: true };

async function capture(page: Page, name: string): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const path = new URL(`${name}-${colorScheme}.jpg`, folder).pathname;
    await page.screenshot({ path, type: 'jpeg', quality: 82 });
  }
}

async function writeToEachOther(alice: Page, bob: Page): Promise<void> {
  await openChat(alice, 'Bob');
  await openChat(bob, 'Alice');
  await sendText(alice, 'Bob', 'Good morning! Are you coming on Saturday?');
  await sendText(alice, 'Bob', 'Here is how to get there: https://example.com/map');
  await bob.getByText('how to get there').last().waitFor();
  await sendText(bob, 'Alice', 'I am. Shall I bring something?');
  await alice.getByText('Shall I bring').last().waitFor();
  const theirs = alice.locator('.message', { hasText: 'Shall I bring' });
  await theirs.hover();
  await theirs.getByRole('button', { name: 'Message actions' }).click();
  await alice.getByRole('menuitem', { name: 'React with 🎉' }).click();
  await sendText(alice, 'Bob', 'Only yourself.');
  await alice.locator('.message-own').last().getByText('Read', { exact: true }).waitFor();
  await alice.getByText('Bob is typing…').first().waitFor({ state: 'detached' });
}

const server = await startSocialServer();
const browser = await startChromium();
try {
  await mkdir(folder, { recursive: true });
  const stranger = await (await browser.newContext(desk)).newPage();
  await stranger.goto(server.url);
  await stranger.getByRole('button').waitFor();
  await capture(stranger, 'sign-in-desk');
  const { page: alice } = await signInAs(browser, server.url, 'Alice', desk);
  const { page: bob } = await signInAs(browser, server.url, 'Bob', phone);
  const { page: zoe } = await signInAs(browser, server.url, 'Zoë', phone);
  await befriend(alice, bob, 'Bob');
  await zoe.getByRole('link', { name: 'Friends' }).click();
  await zoe.getByLabel('Add a friend').fill('alice@example.test');
  await zoe.getByRole('button', { name: 'Send request' }).click();
  await zoe.getByText('The request is on its way.').waitFor();
  await writeToEachOther(alice, bob);
  for (const [device, page] of [
    ['desk', alice],
    ['phone', bob],
  ] as const) {
    await capture(page, `conversation-${device}`);
    for (const path of ['chats', 'friends/all', 'friends/pending', 'search', 'settings']) {
      await page.goto(`${server.url}/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle').catch(() => {});
      await capture(page, `${path.replace('/', '-')}-${device}`);
    }
  }
} finally {
  await browser.close();
  await server.close();
}
