// Takes a screenshot of every page in both themes on a desk and on a phone: npx nx run social-web:pictures
import { mkdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { startChromium } from '@triptych/testing/chromium';
import type { Page } from 'playwright-core';
import { befriend, openChat, sendText, signInAs } from './people.js';
import { startSocialServer } from './social-server.js';

/** Another folder may be named, to compare two builds. */
const folder = process.argv[2]
  ? pathToFileURL(`${process.argv[2]}/`)
  : new URL('../../../../docs/pictures/web/', import.meta.url);
const themes = ['light', 'dark'] as const;
const desk = { viewport: { width: 1100, height: 720 } };
const phone = { viewport: { width: 375, height: 720 }, isMobile: true, hasTouch: true };

const jpeg = { type: 'jpeg', quality: 82 } as const;
const pathOf = (name: string) => new URL(`${name}.jpg`, folder).pathname;

async function capture(page: Page, name: string): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: pathOf(`${name}-${colorScheme}`), ...jpeg });
  }
}

async function writeToEachOther(alice: Page, bob: Page): Promise<void> {
  await openChat(alice, 'Bob');
  await openChat(bob, 'Alice');
  await sendText(alice, 'Bob', 'Good morning! Are you coming on Saturday?');
  await sendText(alice, 'Bob', 'Here is how to get there: https://example.com/map');
  await bob.getByText('how to get there').last().waitFor();
  await sendText(bob, 'Alice', 'I am.');
  await sendText(bob, 'Alice', 'Shall I bring something?');
  await alice.getByText('Shall I bring').last().waitFor();
  const theirs = alice.locator('.message', { hasText: 'Shall I bring' });
  await theirs.hover();
  await theirs.getByRole('button', { name: 'Message actions' }).click();
  await alice.getByRole('menuitem', { name: 'React with 🎉' }).click();
  for (const text of ['Only yourself.', 'We start at seven', 'and there is soup 🍲'])
    await sendText(alice, 'Bob', text);
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
  await stranger.waitForLoadState('networkidle');
  await capture(stranger, 'sign-in-desk');
  await stranger.setViewportSize(phone.viewport);
  await capture(stranger, 'sign-in-phone');
  const { page: alice } = await signInAs(browser, server.url, 'Alice', desk);
  await alice.getByText('Nothing here yet.').waitFor();
  await capture(alice, 'beginning-desk');
  const { page: bob } = await signInAs(browser, server.url, 'Bob', phone);
  const { page: zoe } = await signInAs(browser, server.url, 'Zoë', phone);
  await befriend(alice, bob, 'Bob');
  await zoe.getByRole('link', { name: 'Friends' }).click();
  await zoe.getByLabel('Add a friend').fill('alice@example.test');
  await zoe.getByRole('button', { name: 'Send request' }).click();
  await zoe.getByText('The request is on its way.').waitFor();
  await bob.getByRole('button', { name: 'Dismiss' }).click();
  await writeToEachOther(alice, bob);
  for (const [device, page] of [
    ['desk', alice],
    ['phone', bob],
  ] as const) {
    await capture(page, `conversation-${device}`);
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    await page.screenshot({ path: pathOf(`conversation-${device}-forced`), ...jpeg });
    await page.emulateMedia({ forcedColors: 'none' });
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
