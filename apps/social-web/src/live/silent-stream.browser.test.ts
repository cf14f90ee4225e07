import { startChromium } from '@triptych/testing/chromium';
import type { Browser, Page } from 'playwright-core';
import { befriend, openChat, sendText, signInAs } from '../testing/people.js';
import { startReleases, type Releases } from '../testing/releases.js';

let browser: Browser;
let server: Releases;

beforeAll(async () => {
  [browser, server] = await Promise.all([startChromium(), startReleases()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const bubble = (page: Page, text: string) => page.locator('.bubble', { hasText: text });

it('a stream that dies without an end is opened anew after three heartbeats', async () => {
  const { page: alice } = await signInAs(browser, server.url, 'Alice');
  const { page: bob } = await signInAs(browser, server.url, 'Bob');
  await befriend(alice, bob, 'Bob');
  await openChat(alice, 'Bob');
  await bob.clock.install();
  await openChat(bob, 'Alice');
  await bob.reload();
  await sendText(alice, 'Bob', 'Heard');
  await bubble(bob, 'Heard').waitFor();

  server.silence();
  await sendText(alice, 'Bob', 'Not heard');
  await alice.locator('.message-pending').waitFor({ state: 'detached' });
  await bob.clock.fastForward(40_000);
  expect(await bubble(bob, 'Not heard').count()).toBe(0);
  await bob.clock.fastForward(10_000);
  await bubble(bob, 'Not heard').waitFor();
});
