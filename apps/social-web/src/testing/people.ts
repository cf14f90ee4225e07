import type { Variables } from '@triptych/testing';
import { startChromium } from '@triptych/testing/chromium';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startSocialServer, type SocialServer } from './social-server.js';

export interface Person {
  readonly page: Page;
  /** Errors of the page, the console and the content security policy, without requests that a test aborted. */
  readonly consoleErrors: string[];
}

/** A person with a browser context of their own, signed in through the page. */
export async function signInAs(
  browser: Browser,
  url: string,
  name: string,
  options: BrowserContextOptions = {},
): Promise<Person> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  // A machine that others use may be ten times as slow, which is no fault of the page.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  const consoleErrors = collectErrors(page);
  await signIn(page, url, name);
  return { page, consoleErrors };
}

/** As nobody who has been here before. */
export async function signIn(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  await continueAs(page, name);
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

/** From the sign-in page that is open. */
export async function continueAs(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Local' }).click();
  await page.getByLabel('Another name').fill(name);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

function collectErrors(page: Page): string[] {
  const consoleErrors: string[] = [];
  page.on('pageerror', (error) => consoleErrors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    if (!/Failed to load resource|net::ERR/.test(message.text()))
      consoleErrors.push(message.text());
  });
  return consoleErrors;
}

/** One sends a request by e-mail address, the other accepts. */
export async function befriend(one: Page, other: Page, otherName: string): Promise<void> {
  await one.getByRole('link', { name: 'Friends' }).click();
  await one.getByLabel('Add a friend').fill(`${otherName.toLowerCase()}@example.test`);
  await one.getByRole('button', { name: 'Send request' }).click();
  await one.getByText('The request is on its way.').waitFor();
  await other.getByRole('link', { name: 'Friends' }).click();
  await other.getByRole('link', { name: 'Pending' }).click();
  await other.getByRole('button', { name: /^Accept/ }).click();
  await one.getByRole('link', { name: 'All' }).click();
  await one.getByRole('link', { name: `Message: ${otherName}` }).waitFor();
}

export async function openChat(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Chats' }).click();
  await page
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click();
  await page.getByLabel(`Message ${name}`).waitFor();
}

export async function sendText(page: Page, name: string, text: string): Promise<void> {
  await page.getByLabel(`Message ${name}`).fill(text);
  await page.keyboard.press('Enter');
}

/** From the next load of the page on its browser denies IndexedDB. */
export async function keepsNothing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
}

export interface TwoPeople {
  readonly server: SocialServer;
  readonly browser: Browser;
  readonly alice: Person;
  readonly bob: Person;
  close(): Promise<void>;
}

interface TwoPeopleOptions {
  /** Of Bob's browser context; Alice's is a desk's. */
  readonly bob?: BrowserContextOptions;
  /** Of the server. */
  readonly env?: Variables;
  /** Of the browser. */
  readonly flags?: readonly string[];
  readonly start?: (behind: { readonly env: Variables }) => Promise<SocialServer>;
  readonly launch?: typeof startChromium;
}

/** A server, and two friends in browser contexts of their own, each with their conversation open. */
export async function startTwoPeople({
  bob: bobOptions = {},
  env = {},
  flags = [],
  start = startSocialServer,
  launch = startChromium,
}: TwoPeopleOptions = {}): Promise<TwoPeople> {
  const [server, browser] = await Promise.all([start({ env }), launch(flags)]);
  const close = async () => {
    await browser.close();
    await server.close();
  };
  try {
    const alice = await signInAs(browser, server.url, 'Alice');
    const bob = await signInAs(browser, server.url, 'Bob', bobOptions);
    await befriend(alice.page, bob.page, 'Bob');
    await openChat(alice.page, 'Bob');
    await openChat(bob.page, 'Alice');
    return { server, browser, alice, bob, close };
  } catch (error) {
    await close();
    throw error;
  }
}
