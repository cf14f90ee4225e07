import { startChromium } from '@triptych/testing/chromium';
import type { Browser, Page } from 'playwright-core';
import { befriend, openChat, sendText, signInAs } from '../testing/people.js';
import { startSocialServer, type SocialServer } from '../testing/social-server.js';

let server: SocialServer;
let browser: Browser;
let alice: Page;
let bob: Page;
let cleo: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startSocialServer(), startChromium()]);
  [alice, bob, cleo] = (await Promise.all(
    ['Alice', 'Bob', 'Cleo'].map(async (name) => (await signInAs(browser, server.url, name)).page),
  )) as [Page, Page, Page];
  for (const [friend, name] of [
    [bob, 'Bob'],
    [cleo, 'Cleo'],
  ] as const) {
    await befriend(alice, friend, name);
    await openChat(friend, 'Alice');
    await sendText(friend, 'Alice', `from ${name}`);
  }
  for (const name of ['Bob', 'Cleo']) {
    await openChat(alice, name);
    await rows().filter({ hasText: name }).locator('.count').waitFor({ state: 'detached' });
  }
  await alice.getByRole('link', { name: 'Chats' }).click();
  await alice.locator('.chat-preview', { hasText: 'from Cleo' }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const rows = () => alice.locator('.chat-row');
const names = () => rows().locator('.chat-name').allTextContents();

it('opens the chat that was pressed, also where its row would have moved meanwhile', async () => {
  await rows().filter({ hasText: 'Bob' }).hover();
  expect(await names()).toEqual(['Cleo', 'Bob']);
  await alice.mouse.down();
  await sendText(bob, 'Alice', 'now');
  await alice.waitForFunction(() => document.title.startsWith('(1)'));
  expect(await names()).toEqual(['Cleo', 'Bob']);
  await alice.mouse.up();
  await alice.getByLabel('Message Bob').waitFor();
  await alice.locator('.chat-preview', { hasText: 'now' }).waitFor();
  expect(await names()).toEqual(['Bob', 'Cleo']);
});

it('opens it also where what is under the pointer is replaced: the friend types, and sends', async () => {
  await alice.getByRole('link', { name: 'Chats' }).click();
  const typing = alice.locator('.chat-typing');
  const field = bob.getByLabel('Message Alice');
  while (!(await typing.isVisible())) await field.pressSequentially('m', { delay: 300 });
  const box = (await typing.boundingBox())!;
  await alice.mouse.move(box.x + 10, box.y + 10);
  await alice.mouse.down();
  await sendText(bob, 'Alice', 'something');
  await typing.waitFor({ state: 'detached' });
  await alice.mouse.up();
  await alice.getByLabel('Message Bob').waitFor();
});
