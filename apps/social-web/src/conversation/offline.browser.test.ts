import type { BrowserContext, Page } from 'playwright-core';
import { keepReadersWaiting, keptBy } from '../testing/kept.js';
import { openChat, sendText, signInAs, startTwoPeople, type TwoPeople } from '../testing/people.js';

let people: TwoPeople;
let alice: Page;
let bob: Page;
let context: BrowserContext;
let chat: string;

const texts = Array.from({ length: 60 }, (_, index) => `Kept ${index + 1}`);

beforeAll(async () => {
  people = await startTwoPeople();
  alice = people.alice.page;
  bob = people.bob.page;
  context = bob.context();
  chat = bob.url();
  for (const text of texts) await sendText(alice, 'Bob', text);
  await shows(bob, texts.at(-1)!);
  await bob.evaluate(() => navigator.serviceWorker.ready);
  await isKept(bob, texts.at(-1)!);
});
afterAll(() => people?.close());

const bubble = (page: Page, text: string) => page.locator('.bubble', { hasText: text });
const shows = (page: Page, text: string) => bubble(page, text).last().waitFor();

async function isKept(page: Page, text: string): Promise<void> {
  for (let found = ''; !found.includes(text); found = await keptBy(page))
    await page.waitForTimeout(50);
}

async function opened(url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

describe('without a network, after everything was closed', () => {
  it('shows what is here on a device that needs seconds to read it', async () => {
    await context.setOffline(true);
    const page = await context.newPage();
    await page.addInitScript(keepReadersWaiting, 3_000);
    await page.goto(chat);
    await shows(page, texts.at(-1)!);
    await page.close();
    await context.setOffline(false);
  });

  it('shows what is here, and connects by itself when the network is back', async () => {
    await context.setOffline(true);
    await bob.close();
    bob = await opened(chat);
    await shows(bob, texts.at(-1)!);
    await bob.getByText('You are offline.').waitFor();
    await bob.getByRole('link', { name: 'Search' }).click();
    await bob.getByRole('searchbox').fill('kept 7');
    await bob.getByText('only what is on this device').waitFor();
    await bob.getByRole('link', { name: /Kept 7/ }).click();
    await shows(bob, 'Kept 7');
    await bob.getByRole('link', { name: 'Chats' }).click();
    await openChat(bob, 'Alice');
    await sendText(bob, 'Alice', 'Written before there was a network');
    await sendText(alice, 'Bob', 'Sent meanwhile');
    await context.setOffline(false);
    await shows(alice, 'Written before there was a network');
    await shows(bob, 'Sent meanwhile');
    await bob.getByText('You are offline.').waitFor({ state: 'detached' });
  });

  it('resumes where it was: what was changed and deleted meanwhile is right, without a page of history', async () => {
    await isKept(bob, `"known":[{"from":1,"to":${texts.length + 2}}]`);
    await bob.close();
    await alice.getByLabel('Message Bob').press('ArrowUp');
    await alice.getByLabel('Editing a message').fill('Sent and changed');
    await alice.keyboard.press('Enter');
    await alice.locator('.message', { hasText: 'Sent and changed' }).getByText('edited').waitFor();
    const pages: string[] = [];
    const count = context.on('request', (request) => {
      if (request.url().includes('/api/messages?')) pages.push(request.url());
    });
    bob = await opened(chat);
    await shows(bob, 'Sent and changed');
    expect(await bubble(bob, 'Sent meanwhile').count()).toBe(0);
    expect(pages).toEqual([]);
    count.removeAllListeners('request');
  });

  it('gives a second tab what the first one has', async () => {
    await sendText(alice, 'Bob', 'Just now');
    await shows(bob, 'Just now');
    const second = await opened(chat);
    await shows(second, 'Just now');
    await sendText(alice, 'Bob', 'And now');
    await shows(second, 'And now');
    await second.close();
  });

  it('hears of one that comes while it starts, with no other tab that sends', async () => {
    await context.setOffline(true);
    const page = await context.newPage();
    for (const one of context.pages()) if (one !== page) await one.close();
    await page.addInitScript(keepReadersWaiting, 3_000);
    await page.goto(chat);
    await context.setOffline(false);
    await shows(page, texts.at(-1)!);
    // Another try of this test must not find what the one before has left.
    const text = `Back since ${Date.now()}`;
    await sendText(page, 'Alice', text);
    await shows(alice, text);
    bob = page;
  });
});

describe('somebody who has signed out', () => {
  it('leaves nothing on the device, in no tab', async () => {
    const other = await opened(chat);
    await shows(other, 'And now');
    await bob.getByRole('link', { name: 'Settings' }).click();
    await bob.getByRole('button', { name: 'Sign out' }).click();
    await bob.getByRole('button', { name: 'Continue with Local' }).waitFor();
    await other.getByRole('button', { name: 'Continue with Local' }).waitFor();
    await bob.waitForTimeout(500);
    expect(await keptBy(bob)).not.toMatch(/Kept|Bob|Alice|queue/);
    await other.close();
  });

  it('is not shown where the session has ended while the browser was closed', async () => {
    const { page, consoleErrors } = await signInAs(people.browser, people.server.url, 'Cleo');
    await isKept(page, 'cleo');
    const url = page.url();
    const own = page.context();
    await page.close();
    await own.clearCookies();
    const again = await own.newPage();
    const seen: string[] = [];
    await again.exposeFunction('seen', (text: string) => void seen.push(text));
    await again.addInitScript(() => {
      new MutationObserver(() => {
        (window as unknown as { seen(text: string): void }).seen(document.body?.innerText ?? '');
      }).observe(document, { childList: true, subtree: true });
    });
    await again.goto(url);
    await again.getByRole('button', { name: 'Continue with Local' }).waitFor();
    expect(seen.filter((text) => text.includes('Chats'))).toEqual([]);
    expect(await keptBy(again)).not.toMatch(/cleo/i);
    expect(consoleErrors).toEqual([]);
    await own.close();
  });
});
