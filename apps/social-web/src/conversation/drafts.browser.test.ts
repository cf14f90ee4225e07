import type { BrowserContext, Page, Route } from 'playwright-core';
import { openChat, sendText, signInAs, startTwoPeople, type TwoPeople } from '../testing/people.js';

let people: TwoPeople;
let laptop: Page;
let phone: Page;
let bob: Page;

beforeAll(async () => {
  people = await startTwoPeople();
  [laptop, bob] = [people.alice.page, people.bob.page];
  await sendText(bob, 'Alice', 'Hello');
  const context = await people.browser.newContext({ locale: 'en-GB' });
  phone = await context.newPage();
  await signInAgain(phone);
  await openChat(phone, 'Bob');
});
afterAll(() => people?.close());

/** The same person, on another device. */
async function signInAgain(page: Page): Promise<void> {
  await page.goto(people.server.url);
  await page.getByRole('button', { name: 'Continue with Local' }).click();
  await page.getByLabel('Another name').fill('Alice');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const skip = page.getByRole('button', { name: 'Skip for now' });
  const main = page.getByRole('navigation', { name: 'Main' });
  await skip.or(main).first().waitFor();
  if (await skip.isVisible()) await skip.click();
  await main.waitFor();
}

const ofDraft = /\/draft(\?|$)/;
const field = (page: Page) => page.getByLabel('Message Bob');
const holds = (page: Page, text: string) =>
  page.waitForFunction(
    (wanted) => document.querySelector<HTMLTextAreaElement>('textarea')?.value === wanted,
    text,
  );
const textOf = (page: Page) => field(page).inputValue();

/** Both devices are empty, and their person looks at neither field. */
async function startAnew(): Promise<void> {
  for (const page of [laptop, phone]) {
    await field(page).fill('');
    await field(page).blur();
  }
  await saved(null);
  for (const page of [laptop, phone]) await holds(page, '');
}

/** What the server has, as the laptop can ask. */
async function saved(text: string | null): Promise<void> {
  const read = () =>
    laptop.evaluate(async () => {
      const reply = await fetch('/api/drafts');
      const { drafts } = (await reply.json()) as { drafts: { text: string }[] };
      return drafts[0]?.text ?? null;
    });
  await expectSoon(read, text);
}

async function expectSoon<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  const end = Date.now() + 8_000;
  let found = await read();
  while (found !== wanted && Date.now() < end) {
    await laptop.waitForTimeout(30);
    found = await read();
  }
  expect(found).toBe(wanted);
}

describe('a draft', () => {
  afterEach(startAnew);

  it('is on the other device, with its reply, and in its list', async () => {
    await field(phone).blur();
    await laptop.locator('.message', { hasText: 'Hello' }).focus();
    await laptop.keyboard.press('r');
    await field(laptop).fill('To you');
    await holds(phone, 'To you');
    await phone.locator('.composer-reply', { hasText: 'Hello' }).waitFor();
    expect(await phone.evaluate(() => document.activeElement?.tagName)).not.toBe('TEXTAREA');
    await phone.getByRole('link', { name: 'Friends' }).click();
    await phone.getByRole('link', { name: 'Chats' }).click();
    await field(laptop).fill('To you, and more');
    await phone.locator('.chat-preview', { hasText: 'Draft:To you, and more' }).waitFor();
    await openChat(phone, 'Bob');
    await phone.locator('.composer-reply').waitFor();
    await field(laptop).blur();
    await phone.getByRole('button', { name: 'Do not reply' }).click();
    await laptop.locator('.composer-reply').waitFor({ state: 'detached' });
  });

  it('is not written over while somebody writes, and what is written later counts', async () => {
    await field(phone).fill('From the phone');
    await holds(laptop, 'From the phone');
    await field(laptop).pressSequentially(' and here');
    // Comes while the laptop has what nobody knows yet.
    await field(phone).fill('Late from the phone');
    await phone.evaluate(() => dispatchEvent(new Event('pagehide')));
    await saved('Late from the phone');
    expect(await textOf(laptop)).toBe('From the phone and here');
    // There somebody is writing as well, as far as the phone knows.
    await saved('From the phone and here');
    expect(await textOf(phone)).toBe('Late from the phone');
    await field(phone).blur();
    await holds(phone, 'From the phone and here');
  });

  it('is taken at once where a message was just sent: nobody is in the middle of anything there', async () => {
    await sendText(phone, 'Bob', 'Sent from the phone');
    await field(laptop).fill('From the laptop');
    await laptop.evaluate(() => dispatchEvent(new Event('pagehide')));
    // Once the phone has it, it is in the field.
    await phone.waitForFunction(() => Object.values(localStorage).includes('From the laptop'));
    await phone.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(await textOf(phone)).toBe('From the laptop');
    await field(phone).pressSequentially(' and the phone');
    await holds(laptop, 'From the laptop and the phone');
  });

  it('leaves the caret where it was', async () => {
    await field(phone).fill('one two');
    await holds(laptop, 'one two');
    await field(laptop).focus();
    await field(laptop).evaluate((node: HTMLTextAreaElement) => node.setSelectionRange(3, 3));
    await field(phone).fill('one two three');
    await holds(laptop, 'one two three');
    const caret = await field(laptop).evaluate((node: HTMLTextAreaElement) => [
      node.selectionStart,
      node.selectionEnd,
      document.activeElement === node,
    ]);
    expect(caret).toEqual([3, 3, true]);
  });

  it('waits while an input method composes', async () => {
    await field(laptop).focus();
    await field(laptop).dispatchEvent('compositionstart');
    await field(phone).fill('Meanwhile');
    await saved('Meanwhile');
    await laptop.waitForFunction(() =>
      Object.entries(localStorage).some(
        ([key, value]) => key.endsWith('/saved') && value.includes('Meanwhile'),
      ),
    );
    expect(await textOf(laptop)).toBe('');
    await field(laptop).dispatchEvent('compositionend');
    await holds(laptop, 'Meanwhile');
  });

  it('that is sent on one device is gone on the other', async () => {
    await field(laptop).fill('Sent from the laptop');
    await holds(phone, 'Sent from the laptop');
    await field(laptop).press('Enter');
    await holds(phone, '');
    await bob.locator('.bubble', { hasText: 'Sent from the laptop' }).waitFor();
    expect(await textOf(laptop)).toBe('');
  });

  it('of one device is sent from the other, once', async () => {
    await field(laptop).fill('Begun there');
    await holds(phone, 'Begun there');
    await Promise.all([field(phone).press('Enter'), field(laptop).press('Enter')]);
    for (const page of [laptop, phone]) await holds(page, '');
    await sendText(bob, 'Alice', 'Received');
    await laptop.locator('.bubble', { hasText: 'Received' }).waitFor();
    expect(await bob.locator('.bubble', { hasText: 'Begun there' }).count()).toBe(1);
  });

  it('is kept without a network, and the newest one is brought when it is back', async () => {
    const context: BrowserContext = laptop.context();
    await context.setOffline(true);
    await field(laptop).fill('Offline one');
    await laptop.evaluate(() => dispatchEvent(new Event('pagehide')));
    await field(laptop).fill('Offline two');
    await laptop.evaluate(() => dispatchEvent(new Event('pagehide')));
    const texts: string[] = [];
    await laptop.route(ofDraft, (route: Route) => {
      texts.push(route.request().postData() ?? '');
      return route.continue();
    });
    await context.setOffline(false);
    await holds(phone, 'Offline two');
    expect(texts.join()).not.toContain('Offline one');
    await laptop.unroute(ofDraft);
  });

  it('that another device goes on with stays when the first one, back in the network, brings its message', async () => {
    await field(laptop).fill('Sent in a tunnel');
    await holds(phone, 'Sent in a tunnel');
    // What the send has emptied is cleared as well, and leaves before anything comes from there.
    let held = 0;
    let letGo: () => void = () => {};
    const gate = new Promise<void>((open) => (letGo = open));
    await laptop.route(ofDraft, async (route) => {
      held += 1;
      await gate;
      await route.continue();
    });
    await laptop.route('**/api/message/send', (route) => route.abort());
    await field(laptop).press('Enter');
    await expectSoon(async () => held, 1);
    await field(phone).press('End');
    await field(phone).pressSequentially(', and gone on with');
    await saved('Sent in a tunnel, and gone on with');
    letGo();
    await laptop.unroute('**/api/message/send');
    await bob.locator('.bubble', { hasText: 'Sent in a tunnel' }).waitFor();
    await holds(laptop, 'Sent in a tunnel, and gone on with');
    expect(await textOf(phone)).toBe('Sent in a tunnel, and gone on with');
    await laptop.unroute(ofDraft);
  });

  it('is gone where its device was killed between sending and clearing it', async () => {
    await field(laptop).fill('Sent, then killed');
    await holds(phone, 'Sent, then killed');
    // From here on nothing but the message leaves the laptop.
    await laptop.route(ofDraft, (route) => route.abort());
    await field(laptop).press('Enter');
    await bob.locator('.bubble', { hasText: 'Sent, then killed' }).waitFor();
    await laptop.goto('about:blank');
    await holds(phone, '');
    expect(await draftsSeenBy(phone)).toBe(0);
    await laptop.unroute(ofDraft);
    await laptop.goto(phone.url());
    await holds(laptop, '');
  });
});

function draftsSeenBy(page: Page): Promise<number> {
  return page.evaluate(
    async () => ((await (await fetch('/api/drafts')).json()) as { drafts: object[] }).drafts.length,
  );
}

it('of somebody who signs out leaves nothing, and is there when they are back', async () => {
  await field(laptop).fill('Waits at the server');
  await holds(phone, 'Waits at the server');
  await phone.getByRole('link', { name: 'Settings' }).click();
  await phone.getByRole('button', { name: 'Sign out', exact: true }).click();
  await phone.getByRole('button', { name: 'Continue with Local' }).waitFor();
  expect(await phone.evaluate(() => JSON.stringify(localStorage))).not.toContain('Waits');
  const other = await signInAs(people.browser, people.server.url, 'Carol');
  expect(await other.page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Waits');
  await other.page.close();
  await signInAgain(phone);
  await openChat(phone, 'Bob');
  await holds(phone, 'Waits at the server');
  expect(people.alice.consoleErrors).toEqual([]);
});
