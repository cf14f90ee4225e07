import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { startChromium } from '@triptych/testing/chromium';
import type { Browser, Page } from 'playwright-core';
import { overflow } from '../testing/overflow.js';
import { signInAs } from '../testing/people.js';
import { startSocialServer, type SocialServer } from '../testing/social-server.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
let server: SocialServer;
let browser: Browser;
let alice: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startSocialServer(), startChromium()]);
  ({ page: alice } = await signInAs(browser, server.url, 'Alice', {
    permissions: ['clipboard-read', 'clipboard-write'],
  }));
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function newPage(options = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  return context.newPage();
}

/** On the page of the provider, and back. */
async function signInHere(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Local' }).click();
  await page.getByLabel('Another name').fill(name);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function makeLink(): Promise<string> {
  await alice.goto(`${server.url}/friends/invite`);
  await alice.getByRole('button', { name: 'Make a link' }).click();
  return alice.getByLabel('Your link', { exact: true }).last().inputValue();
}

/** Findings of axe, things wider than the page, and buttons and fields lower than 44 pixels. */
async function faultsOf(page: Page): Promise<unknown[]> {
  const findings: unknown[] = await page.evaluate(`${axe}; axe.run().then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`);
  const low: unknown[] = await page.evaluate(() =>
    [...document.querySelectorAll('main :is(button, select, input)')]
      .filter((each) => each.getBoundingClientRect().height < 44)
      .map((each) => each.outerHTML),
  );
  return [...findings, ...low, ...(await overflow(page))];
}

it('a handle is chosen after the first sign-in, and found by others with or without its sign', async () => {
  const page = await newPage();
  await page.goto(server.url);
  await signInHere(page, 'Hanna');
  const field = page.getByLabel('Your handle');
  await field.fill('admin');
  await page.keyboard.press('Enter');
  await page.getByText('This handle is not to be had.').waitFor();
  await field.fill('Hanna_H');
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await alice.goto(`${server.url}/friends/all`);
  await alice.getByLabel('Add a friend').fill('hanna_h');
  await alice.keyboard.press('Enter');
  await alice.getByText('The request is on its way.').waitFor();
  await alice.getByRole('link', { name: 'Pending' }).click();
  await alice.getByText('@hanna_h').waitFor();
  await page.goto(`${server.url}/settings`);
  await page.getByText('@hanna_h').waitFor();
  await page.getByRole('button', { name: 'Give up the handle' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give up the handle' }).click();
  await page.getByText('@hanna_h').waitFor({ state: 'detached' });
  await page.context().close();
});

it('a link leads a stranger through sign-in to who invites, and makes them friends when accepted', async () => {
  const url = await makeLink();
  await alice.getByRole('img', { name: 'QR code of the link' }).waitFor();
  await alice.getByRole('button', { name: 'Copy' }).click();
  await alice.getByText('Copied.').waitFor();
  expect(await alice.evaluate(() => navigator.clipboard.readText())).toBe(url);
  const token = new URL(url).hash.slice(1);
  const carol = await newPage();
  const sent: string[] = [];
  carol.on('request', (request) => sent.push(request.url()));
  await carol.goto(url);
  await signInHere(carol, 'Carol');
  await carol.getByRole('button', { name: 'Skip for now' }).click();
  await carol.getByText('Alice invites you to become friends.').waitFor();
  // Neither an address in the browser nor one that was asked for holds the secret.
  expect([carol.url(), ...sent].filter((each) => each.replace(/#.*/, '').includes(token))).toEqual(
    [],
  );
  expect(carol.url()).toBe(`${server.url}/invitation`);
  await carol.getByRole('button', { name: 'Become friends' }).click();
  await carol.getByLabel('Message Alice').waitFor();
  await alice.reload();
  await alice.getByText('There is none.').waitFor();
  const late = await newPage();
  await late.goto(url);
  await signInHere(late, 'Late');
  await late.getByRole('button', { name: 'Skip for now' }).click();
  await late.getByText('This link is not valid, or not any more.').waitFor();
  for (const page of [carol, late]) await page.context().close();
});

it('a link is revoked, and the focus stays near', async () => {
  await makeLink();
  await alice.getByRole('button', { name: /^Revoke: For 1,/ }).click();
  await alice.getByText('There is none.').waitFor();
  expect(await alice.evaluate('document.activeElement.id')).toBe('links');
});

/** Somebody new, at the page of a link. */
async function guestAt(url: string, name: string): Promise<Page> {
  const page = await newPage();
  await page.goto(url);
  await signInHere(page, name);
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await page.getByText('Alice invites you to become friends.').waitFor();
  return page;
}

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More about Alice' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function blockAlice(page: Page): Promise<void> {
  await choose(page, 'Block');
  const dialog = page.getByRole('dialog', { name: 'Block Alice?' });
  await dialog.getByRole('button', { name: 'Block' }).click();
}

async function sendReport(page: Page): Promise<void> {
  await choose(page, 'Report');
  const dialog = page.getByRole('dialog', { name: 'Report Alice' });
  await dialog.getByLabel('What is it?').selectOption('impersonation');
  await dialog.getByRole('button', { name: 'Send the report' }).click();
  await page.getByText('The report is sent.').waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
}

it('who made a link is reported and blocked on its page, which is said and can be taken back', async () => {
  const page = await guestAt(await makeLink(), 'Dora');
  await sendReport(page);
  await blockAlice(page);
  await page.getByText('Alice is blocked.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.goto(`${server.url}/friends/blocked`);
  await page.getByText('You block nobody.').waitFor();
  await page.goto(`${server.url}/invitation`);
  await page.getByText('There is no invitation here.').waitFor();
  await page.context().close();
});

it('a blocked stranger is listed by name, can still be reported, and a lost reply is no refusal', async () => {
  const page = await guestAt(await makeLink(), 'Emil');
  // The server has done it; the client hears nothing of it.
  await page.route('**/api/invitations/block', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await blockAlice(page);
  await page.getByText('The server cannot be reached.').waitFor();
  await page.unroute('**/api/invitations/block');
  await blockAlice(page);
  await page.getByText('Alice is blocked.').waitFor();
  await page.getByRole('link', { name: 'Friends' }).click();
  await page.getByRole('link', { name: 'Blocked' }).click();
  await page.getByRole('button', { name: 'Unblock: Alice' }).waitFor();
  await sendReport(page);
  await page.context().close();
});

it('says what follows from an address that is not confirmed, and offers the other ways', async () => {
  await alice.route('**/api/account', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), emailConfirmed: false } });
  });
  for (const path of ['/friends/invite', '/settings']) {
    await alice.goto(server.url + path);
    await alice.getByText('Your e-mail address is not confirmed').waitFor();
  }
  await alice.unroute('**/api/account');
});

it.each(['light', 'dark'] as const)(
  'the new pages have no fault in the %s theme, also on a phone',
  async (colorScheme) => {
    const url = await makeLink();
    await alice.emulateMedia({ colorScheme });
    await alice.getByRole('img', { name: 'QR code of the link' }).waitFor();
    expect(await faultsOf(alice)).toEqual([]);
    const page = await newPage({ viewport: { width: 320, height: 640 }, colorScheme });
    await page.goto(url);
    await signInHere(page, `Guest ${colorScheme}`);
    await page.getByRole('heading', { name: 'Choose a handle' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Skip for now' }).click();
    await page.getByRole('button', { name: 'Become friends' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.context().close();
  },
);
