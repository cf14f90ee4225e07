import { startChromium } from '@triptych/testing/chromium';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { keepValues } from '../testing/kept.js';
import { befriend, continueAs, openChat, sendText, signInAs } from '../testing/people.js';
import { startSocialServer, type SocialServer } from '../testing/social-server.js';

let server: SocialServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startSocialServer(), startChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Each returns what mends it. */
const failures: [string, (context: BrowserContext) => Promise<() => Promise<void>>][] = [
  [
    'without a network',
    async (context) => {
      await context.setOffline(true);
      return () => context.setOffline(false);
    },
  ],
  [
    'while the server is not reached, though the device has a network',
    async (context) => {
      await context.route('**/api/**', (route) => route.abort('connectionfailed'));
      return () => context.unroute('**/api/**');
    },
  ],
];

it.each(failures)(
  'a sign-out %s ends the session once the server is reached, with nobody looking',
  async (_name, cut) => {
    const { page } = await signInAs(browser, server.url, 'Ann');
    const context = page.context();
    const cookies = await context.cookies();
    await page.goto(`${server.url}/settings`);
    const signOut = page.getByRole('button', { name: 'Sign out', exact: true });
    await signOut.waitFor();
    expect(await isSignedIn(cookies)).toBe(true);
    const mend = await cut(context);
    await signOut.click();
    await isSignInPage(page);
    expect(await isSignedIn(cookies)).toBe(true);
    await mend();
    await untilSignedOut(page, cookies);
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('sign-out');
    await context.close();
  },
);

it('while a sign-out hangs, other tabs and new ones show the page for signing in', async () => {
  const { page } = await signInAs(browser, server.url, 'Ben');
  const context = page.context();
  const cookies = await context.cookies();
  const other = await context.newPage();
  await other.goto(`${server.url}/chats`);
  await page.goto(`${server.url}/settings`);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await context.route('**/api/auth/signout', async (route) => {
    await released;
    await route.continue().catch(() => {});
  });
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  const later = await context.newPage();
  await isSignInPage(page);
  await later.goto(`${server.url}/chats`);
  for (const tab of [other, later]) await isSignInPage(tab);
  expect(await isSignedIn(cookies)).toBe(true);
  release();
  await untilSignedOut(page, cookies);
  await context.close();
});

const isSignInPage = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Triptych', exact: true }).waitFor();

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** As the server has it, whatever the browser holds. */
async function isSignedIn(cookies: Cookies): Promise<boolean> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const response = await fetch(`${server.url}/api/auth/session`, { headers: { cookie } });
  return (await response.json()) !== null;
}

async function untilSignedOut(page: Page, cookies: Cookies): Promise<void> {
  while (await isSignedIn(cookies)) await page.waitForTimeout(100);
}

describe('what is on this device alone', () => {
  let page: Page;
  let people = 0;
  beforeEach(async () => {
    const [one, other] = [`Cleo${++people}`, `Dan${people}`];
    ({ page } = await signInAs(browser, server.url, one));
    const { page: friend } = await signInAs(browser, server.url, other);
    await befriend(page, friend, other);
    await friend.context().close();
    // Its script is there without a network, too.
    await page.getByRole('link', { name: 'Settings' }).click();
    await openChat(page, other);
    await sendText(page, other, 'the first one');
    await page.locator('.message-pending').waitFor({ state: 'detached' });
  });
  afterEach(() => page.context().close());

  const signOut = async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  };
  const isSaved = (text: string) =>
    page.waitForFunction(
      (saved) =>
        Object.entries(localStorage).some(
          ([key, value]) => key.endsWith('/saved') && String(value).includes(saved),
        ),
      text,
    );

  const field = () => page.locator('.composer textarea');
  const left: [string, () => Promise<void>][] = [
    [
      'a reaction that waits',
      async () => {
        await page.context().setOffline(true);
        await page.locator('.message').hover();
        await page.getByRole('button', { name: 'Message actions' }).click();
        await page.getByRole('menuitem', { name: '👍' }).click();
        await page.getByText('Saving…').waitFor();
      },
    ],
    [
      'a draft that the server does not have',
      async () => {
        await page.context().setOffline(true);
        await field().fill('without a network');
      },
    ],
    [
      'a chosen file',
      async () => {
        const file = { name: 'film.txt', mimeType: 'text/plain', buffer: Buffer.from('a film') };
        await page.locator('.composer input[type=file]').setInputFiles(file);
        await page.locator('.chosen').getByText('film.txt').waitFor();
      },
    ],
    [
      'a message that is being changed',
      async () => {
        await field().press('ArrowUp');
        await page.getByLabel('Editing a message').fill('the first one, and better');
      },
    ],
    [
      'a message that is being changed in another tab',
      async () => {
        const other = await page.context().newPage();
        await other.goto(page.url());
        await other.locator('.message').waitFor();
        await other.locator('.composer textarea').press('ArrowUp');
        await other.getByLabel('Editing a message').fill('the first one, and better');
      },
    ],
    [
      'what was shared, and has no conversation yet',
      async () => {
        const [key, until] = ['shared/share/one', Date.now() + 60_000];
        await keepValues(page, { [key]: { key, until, text: 'shared', files: [] } });
      },
    ],
  ];

  it.each(left)('is asked about before it is deleted: %s', async (_name, leave) => {
    await leave();
    await signOut();
    const question = page.getByRole('dialog', { name: 'Not everything has been sent' });
    await question.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Triptych', exact: true }).waitFor();
  });

  it.each([
    ['the same person', true],
    ['somebody else', false],
  ])('is said where a session has ended by itself, until %s signs in', async (_name, isSame) => {
    await page.route('**/api/message/send', (route) => route.abort());
    await sendText(page, `Dan${people}`, 'unsent');
    await page.context().clearCookies();
    await page.reload();
    const note = page.getByText('What you have not sent yet is kept on this device.');
    await note.waitFor();
    await page.unroute('**/api/message/send');
    await continueAs(page, isSame ? `Cleo${people}` : `Eve${people}`);
    if (!isSame) await page.getByRole('button', { name: 'Skip for now' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    if (isSame) await page.locator('.bubble', { hasText: 'unsent' }).waitFor();
    await page.locator('.message-pending').waitFor({ state: 'detached' });
    await page.context().clearCookies();
    await page.reload();
    await isSignInPage(page);
    expect(await note.count()).toBe(0);
  });

  it('is no draft that the server has', async () => {
    await field().fill('on all devices');
    await isSaved('on all devices');
    await signOut();
    await page.getByRole('heading', { level: 1, name: 'Triptych', exact: true }).waitFor();
  });
});
