// Takes a screenshot of every page in both themes on a desk and on a phone: npx nx run social-web:pictures
import { mkdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { startChromium } from '@triptych/testing/chromium';
import type { Page } from 'playwright-core';
import { befriend, openChat, sendText, signInAs } from './people.js';
import { startSocialServer } from './social-server.js';
import { beepingMicrophone, hasWaveform, sendSpoken, speak } from './voices.js';

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

/** Hills under an evening sky, drawn by the page. */
async function drawHills(page: Page): Promise<Buffer> {
  const encoded = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1200, 800];
    const context = canvas.getContext('2d')!;
    const sky = context.createLinearGradient(0, 0, 0, 800);
    const colours = ['#26386f', '#c8618a', '#ffc27a'];
    colours.forEach((colour, at) => sky.addColorStop(at / 2, colour));
    context.fillStyle = sky;
    context.fillRect(0, 0, 1200, 800);
    context.fillStyle = '#fff1c9';
    context.beginPath();
    context.arc(860, 470, 70, 0, 7);
    context.fill();
    ['#5c3a63', '#38274f', '#1d1733'].forEach((colour, hill) => {
      context.fillStyle = colour;
      context.beginPath();
      context.moveTo(0, 800);
      for (let x = 0; x <= 1200; x += 10)
        context.lineTo(x, 520 + hill * 80 + 45 * Math.sin(x / (170 - hill * 30) + hill * 2));
      context.lineTo(1200, 800);
      context.fill();
    });
    return canvas.toDataURL('image/jpeg').split(',')[1]!;
  });
  return Buffer.from(encoded, 'base64');
}

async function sendFiles(alice: Page, bob: Page): Promise<void> {
  const picture = { name: 'hills.jpg', mimeType: 'image/jpeg', buffer: await drawHills(alice) };
  const plan = { name: 'Saturday.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(84_000) };
  await bob.locator('.composer input[type=file]').first().setInputFiles([picture, plan]);
  await bob.locator('.chosen-file').nth(1).waitFor();
  await sendText(bob, 'Alice', 'This is where we were last year');
  await alice.locator('.picture-loaded').first().waitFor();
  await speak(alice, '0:04');
  await sendSpoken(alice);
  for (const page of [alice, bob]) {
    await hasWaveform(page);
    await page.locator('.picture-loaded').first().waitFor();
  }
  await alice.locator('.message-own').last().getByText('Read', { exact: true }).waitFor();
}

async function captureEmoji(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Choose an emoji' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('group', { name: 'Smileys and feelings' }).waitFor();
  await capture(page, name);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

const server = await startSocialServer();
const browser = await startChromium(beepingMicrophone);
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
  const devices = [
    ['desk', alice],
    ['phone', bob],
  ] as const;
  for (const [device, page] of devices) await capture(page, `conversation-${device}`);
  await sendFiles(alice, bob);
  for (const [device, page] of devices) {
    await capture(page, `files-${device}`);
    await captureEmoji(page, `emoji-${device}`);
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    await page.screenshot({ path: pathOf(`conversation-${device}-forced`), ...jpeg });
    await page.emulateMedia({ forcedColors: 'none' });
    for (const path of ['chats', 'friends/all', 'friends/pending', 'search?q=yo', 'settings']) {
      await page.goto(`${server.url}/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (path.startsWith('search')) await page.locator('.found-row mark').first().waitFor();
      await page.waitForLoadState('networkidle').catch(() => {});
      await capture(page, `${path.replace('/', '-').replace(/\?.*/, '')}-${device}`);
    }
  }
} finally {
  await browser.close();
  await server.close();
}
