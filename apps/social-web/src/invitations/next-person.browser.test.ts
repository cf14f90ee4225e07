import { startChromium } from '@triptych/testing/chromium';
import type { Browser, Page } from 'playwright-core';
import { continueAs, signInAs } from '../testing/people.js';
import { startSocialServer, type SocialServer } from '../testing/social-server.js';

let server: SocialServer;
let browser: Browser;
let link: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startSocialServer(), startChromium()]);
  const { page } = await signInAs(browser, server.url, 'Alice');
  await page.goto(`${server.url}/friends/invite`);
  await page.getByRole('button', { name: 'Make a link' }).click();
  link = await page.getByLabel('Your link', { exact: true }).last().inputValue();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const isAsked = (page: Page) => page.getByText('Alice invites you to become friends.').waitFor();

async function signOut(page: Page): Promise<void> {
  await page.goto(`${server.url}/settings`);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: 'Continue with Local' }).waitFor();
}

async function signInNext(page: Page, name: string): Promise<void> {
  await page.goto(server.url);
  await continueAs(page, name);
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

async function isShownNothing(page: Page): Promise<void> {
  await page.goto(`${server.url}/invitation`);
  await page.getByText('There is no invitation here.').waitFor();
}

const held = (page: Page) => page.evaluate(() => Object.keys(sessionStorage));

it('an invitation goes with whoever signs out, and is not shown to the next person', async () => {
  const { page } = await signInAs(browser, server.url, 'Bob');
  await page.goto(link);
  await isAsked(page);
  await signOut(page);
  expect(await held(page)).toEqual([]);
  await signInNext(page, 'Cleo');
  await isShownNothing(page);
  await page.context().close();
});

it('nor is it where another tab has signed them out', async () => {
  const { page } = await signInAs(browser, server.url, 'Dan');
  await page.goto(link);
  await isAsked(page);
  await signOut(await page.context().newPage());
  await page.getByRole('button', { name: 'Continue with Local' }).waitFor();
  expect(await held(page)).toEqual([]);
  await page.context().close();
});

it('nor where that tab showed nothing of this client meanwhile', async () => {
  const { page } = await signInAs(browser, server.url, 'Eve');
  await page.goto(link);
  await isAsked(page);
  await page.goto('about:blank');
  const other = await page.context().newPage();
  await signOut(other);
  await signInNext(other, 'Finn');
  await isShownNothing(page);
  expect(await held(page)).toEqual([]);
  await page.context().close();
});

it('but it waits for whoever opens it and signs in', async () => {
  const { page } = await signInAs(browser, server.url, 'Gil');
  await signOut(page);
  await page.goto(link);
  await continueAs(page, 'Hal');
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await isAsked(page);
  // Once more, after a look elsewhere.
  await page.goto(`${server.url}/chats`);
  await page.goto(`${server.url}/invitation`);
  await isAsked(page);
  await page.context().close();
});
