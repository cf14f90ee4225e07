// Measures a first visit: npx nx run social-web:figures
import { gzipSync } from 'node:zlib';
import { startChromium } from '@triptych/testing/chromium';
import type { Page } from 'playwright-core';
import { befriend, openChat, sendText, signInAs } from './people.js';
import { startSocialServer } from './social-server.js';

/** The CPU of an average phone, compared with this machine. */
const slowdown = 4;

/** Bytes of script, gzipped, that a page asks for in an empty browser. */
async function scriptBytes(page: Page, url: string): Promise<number> {
  let bytes = 0;
  const pending: Promise<void>[] = [];
  page.on('response', (response) => {
    if (!/\.js$/.test(new URL(response.url()).pathname)) return;
    if (response.url().includes('service-worker')) return;
    pending.push(
      response.body().then((body) => {
        bytes += gzipSync(body, { level: 9 }).length;
      }),
    );
  });
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await Promise.all(pending);
  page.removeAllListeners('response');
  return bytes;
}

/** Milliseconds from the start of a cold visit until the newest message is shown. */
async function firstMessage(page: Page, url: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('.bubble').last().waitFor();
  return page.evaluate(() => Math.round(performance.now()));
}

const server = await startSocialServer();
const browser = await startChromium();
try {
  const options = { serviceWorkers: 'block' as const };
  const { page: alice } = await signInAs(browser, server.url, 'Alice', options);
  const { page: bob } = await signInAs(browser, server.url, 'Bob', options);
  await befriend(alice, bob, 'Bob');
  await openChat(alice, 'Bob');
  await sendText(alice, 'Bob', 'Hello');
  await alice.getByText('Hello').last().waitFor();
  const chat = alice.url();

  const stranger = await (await browser.newContext(options)).newPage();
  const rows: [string, string][] = [];
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  rows.push(['script of the sign-in page, gzip', kB(await scriptBytes(stranger, server.url))]);
  rows.push([
    'script of the list of chats, gzip',
    kB(await scriptBytes(alice, `${server.url}/chats`)),
  ]);
  const times = [];
  for (let round = 0; round < 5; round++) times.push(await firstMessage(alice, chat));
  times.sort((a, b) => a - b);
  rows.push([`first message on a CPU ${slowdown} times slower, median of 5`, `${times[2]} ms`]);
  for (const [name, value] of rows) process.stdout.write(`${name.padEnd(58)}${value}\n`);
} finally {
  await browser.close();
  await server.close();
}
