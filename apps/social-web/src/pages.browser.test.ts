import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { keptKeys } from './testing/kept.js';
import { overflow } from './testing/overflow.js';
import {
  befriend,
  openChat,
  sendText,
  signInAs,
  startTwoPeople,
  type Person,
  type TwoPeople,
} from './testing/people.js';
import type { SocialServer } from './testing/social-server.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
const pages = [
  ...['/chats', '/friends/all', '/friends/pending', '/friends/invite'],
  ...['/invitation', '/search', '/settings'],
];

let people: TwoPeople;
let server: SocialServer;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  people = await startTwoPeople({ bob: { viewport: { width: 320, height: 640 } } });
  ({ server, alice, bob } = people);
  await sendText(alice.page, 'Bob', 'مرحبا, see https://example.com');
});
afterAll(() => people?.close());

/** The serious findings of axe. It is injected by the test, since the page's policy would not load it. */
async function seriousFindings(page: Page): Promise<unknown[]> {
  return page.evaluate(`${axe}; axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`);
}

describe('every page', () => {
  it.each(pages)('%s is fit for assistive technology in both themes', async (path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await alice.page.emulateMedia({ colorScheme });
      await alice.page.goto(server.url + path);
      await alice.page.getByRole('heading', { level: 1 }).waitFor();
      expect(await seriousFindings(alice.page)).toEqual([]);
    }
  });

  it.each(pages)('%s fits into 320 pixels', async (path) => {
    await bob.page.goto(server.url + path);
    await bob.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await overflow(bob.page)).toEqual([]);
  });

  it('a conversation is fit for assistive technology and fits into 320 pixels', async () => {
    await openChat(bob.page, 'Alice');
    await bob.page.getByRole('link', { name: 'https://example.com', exact: true }).waitFor();
    expect(await overflow(bob.page)).toEqual([]);
    expect(await seriousFindings(bob.page)).toEqual([]);
  });

  it('shows a failure when its script cannot be loaded, leaves the others usable, and loads on retry', async () => {
    // Without the worker, which has the script on disk.
    const cut = await signInAs(people.browser, server.url, 'Cut', { serviceWorkers: 'block' });
    const script = /settings-page.*\.js/;
    while ((await keptKeys(cut.page, 'account')).length === 0) await cut.page.waitForTimeout(50);
    await cut.page.route(script, (route) => route.abort());
    await cut.page.getByRole('link', { name: 'Settings' }).click();
    await cut.page.getByRole('alert').waitFor();
    await cut.page.getByRole('link', { name: 'Friends' }).click();
    await cut.page.getByLabel('Add a friend').waitFor();
    // Nothing that is kept has to do with it.
    expect(await keptKeys(cut.page, 'account')).toEqual(['account']);
    await cut.page.getByRole('link', { name: 'Settings' }).click();
    await cut.page.unroute(script);
    await cut.page.getByRole('alert').getByRole('button').click();
    await cut.page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await cut.page.context().close();
  });

  it('changes the name under which the others see one, also in tabs that are open, and in one that missed it once it is looked at', async () => {
    const ann = await signInAs(people.browser, server.url, 'Ann');
    const ben = await signInAs(people.browser, server.url, 'Ben');
    await befriend(ben.page, ann.page, 'Ann');
    const other = await ann.page.context().newPage();
    const missing = await ben.page.context().newPage();
    // Of no other tab, and not of that: as one that was away for as long as the event took.
    await missing.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'BroadcastChannel');
      const listen: unknown = Reflect.get(EventTarget.prototype, 'addEventListener');
      EventSource.prototype.addEventListener = function (...given: unknown[]) {
        if (given[0] !== 'person_changed') Reflect.apply(listen as () => void, this, given);
      };
    });
    for (const page of [ann.page, other]) await page.goto(`${server.url}/settings`);
    await other.getByLabel('Name', { exact: true }).waitFor();
    await missing.goto(`${server.url}/friends`);
    await missing.getByRole('link', { name: 'Message: Ann', exact: true }).waitFor();
    await ann.page.getByLabel('Name', { exact: true }).fill('Ann of Arrowhead');
    await ann.page.getByRole('button', { name: 'Save' }).click();
    for (const page of [ann.page, other])
      await page.getByText('Ann of Arrowhead', { exact: true }).waitFor();
    const renamed = (page: Page) => page.getByRole('link', { name: 'Message: Ann of Arrowhead' });
    await renamed(ben.page).waitFor();
    expect(await renamed(missing).count()).toBe(0);
    await missing.evaluate(() => {
      const later = Date.now() + 10 * 60_000;
      Date.now = () => later;
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await renamed(missing).waitFor();
    for (const { page } of [ann, ben]) await page.context().close();
  });

  it('is shown in German once chosen, also after a reload', async () => {
    await alice.page.goto(`${server.url}/settings`);
    await alice.page.getByLabel('Language').selectOption('de');
    await alice.page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
    await alice.page.reload();
    await alice.page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
    await alice.page.getByLabel('Sprache').selectOption('en');
    await alice.page.locator('html[lang=en]').waitFor();
  });

  it('takes over the theme and the language that another tab has chosen', async () => {
    const { page } = alice;
    const other = await page.context().newPage();
    for (const tab of [page, other]) await tab.goto(`${server.url}/settings`);
    await page.getByLabel('Dark').check();
    await other.locator('html[data-theme=dark]').waitFor();
    await other.locator('label', { hasText: 'Dark' }).locator('input:checked').waitFor();
    await other.getByLabel('Language').selectOption('ar');
    await page.locator('html[lang=ar][dir=rtl]').waitFor();
    await page.getByRole('heading', { name: 'الإعدادات' }).waitFor();
    await page.locator('select').selectOption('en');
    await other.getByRole('heading', { name: 'Settings' }).waitFor();
    await other.getByLabel('As the device').check();
    await page.locator('html:not([data-theme])').waitFor();
    await other.close();
  });

  it.each(pages)('%s reads from right to left in Arabic, and fits', async (path) => {
    await bob.page.evaluate("localStorage.setItem('language', 'ar')");
    await bob.page.goto(server.url + path);
    await bob.page.getByRole('navigation', { name: 'التنقل الرئيسي' }).waitFor();
    expect(await bob.page.getAttribute('html', 'dir')).toBe('rtl');
    expect(await overflow(bob.page)).toEqual([]);
    await bob.page.evaluate("localStorage.removeItem('language')");
  });

  it.each(pages)(
    '%s fits into 320 pixels also where words are longer, or have no spaces',
    async (path) => {
      for (const language of ['de', 'fr', 'es', 'ja']) {
        await bob.page.evaluate(`localStorage.setItem('language', '${language}')`);
        await bob.page.goto(server.url + path);
        await bob.page.locator(`html[lang=${language}]`).waitFor();
        await bob.page.getByRole('navigation').first().waitFor();
        expect([language, await overflow(bob.page)]).toEqual([language, []]);
      }
      await bob.page.evaluate("localStorage.removeItem('language')");
    },
  );

  it('shares one event stream among all tabs, and another tab takes it over', async () => {
    const context = alice.page.context();
    const streams = new Set<string>();
    const second = await context.newPage();
    for (const page of [alice.page, second]) {
      page.on('request', (request) => {
        if (request.url().includes('/api/events'))
          streams.add(page === second ? 'second' : 'first');
      });
    }
    await alice.page.goto(`${server.url}/chats`);
    await alice.page.getByRole('navigation', { name: 'Main' }).waitFor();
    await openTab(second);
    await bob.page.goto(server.url);
    await openChat(bob.page, 'Alice');
    await sendText(bob.page, 'Alice', 'For every tab');
    for (const page of [alice.page, second])
      await page.getByText('For every tab').first().waitFor();
    expect(streams).toEqual(new Set(['first']));
    await alice.page.goto('about:blank');
    await sendText(bob.page, 'Alice', 'For the one that is left');
    await second.getByText('For the one that is left').first().waitFor();
    expect(streams).toContain('second');
    await second.close();
  });

  it('shows older conversations when asked, and one of them by its address', async () => {
    const { page } = alice;
    const carol = await signInAs(people.browser, server.url, 'Carol');
    await page.goto(`${server.url}/friends/all`);
    await befriend(page, carol.page, 'Carol');
    await openChat(page, 'Carol');
    await sendText(page, 'Carol', 'The newest conversation');
    await page.locator('.chat-preview', { hasText: 'The newest conversation' }).waitFor();
    // A device that keeps nothing yet, and pages of one, so that two conversations are more than a page.
    await page.goto(`${server.url}/openapi.json`);
    await page.evaluate("indexedDB.deleteDatabase('triptych')");
    let isReadAnew = false;
    let goOn!: () => void;
    const pressed = new Promise<void>((resolve) => (goOn = resolve));
    await page.context().route('**/api/chats?*', async (route) => {
      if (isReadAnew) await pressed;
      await route.continue({ url: route.request().url().replace('limit=100', 'limit=1') });
    });
    const older = page.getByRole('button', { name: 'Older conversations' });
    // The stream comes when the list is there, which is then read anew: a press meanwhile is not lost.
    await page.context().route('**/api/events*', async (route) => {
      await older.waitFor();
      isReadAnew = true;
      await route.continue();
    });
    const readAnew = page.waitForRequest(
      (request) => isReadAnew && request.url().includes('/api/chats?'),
    );
    await page.goto(`${server.url}/chats`);
    await readAnew;
    await older.click();
    goOn();
    await page.context().unroute('**/api/events*');
    await page.getByRole('link', { name: /^Bob/ }).click();
    await page.getByLabel('Message Bob').waitFor();
    await page.reload();
    await page.getByRole('link', { name: /^Bob/ }).waitFor();
    await page.context().unrouteAll();
    await carol.page.context().close();
  });

  it('opens without the network after a first visit', async () => {
    await alice.page.goto(`${server.url}/chats`);
    await alice.page.evaluate('navigator.serviceWorker.ready');
    await alice.page.context().setOffline(true);
    await alice.page.reload();
    await alice.page.getByRole('navigation', { name: 'Main' }).waitFor();
    await alice.page.getByText('You are offline.').waitFor();
    await alice.page.context().setOffline(false);
    await alice.page.getByText('You are offline.').waitFor({ state: 'detached' });
  });

  it('says without the network that there is none, to somebody for whom the device keeps nothing', async () => {
    const context = await people.browser.newContext();
    const page = await context.newPage();
    await page.goto(server.url);
    await page.evaluate('navigator.serviceWorker.ready');
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('alert').waitFor();
    expect(await page.title()).toBe('Triptych');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Continue with Local' }).waitFor();
    await context.close();
  });

  it('asks before signing out deletes unsent messages, and clears the device', async () => {
    const { page } = bob;
    await page.route('**/api/message/send', (route) => route.abort());
    await page.goto(`${server.url}/chats`);
    await openChat(page, 'Alice');
    await sendText(page, 'Alice', 'Never sent');
    await page.goto(`${server.url}/settings`);
    const signOut = page.getByRole('button', { name: 'Sign out', exact: true });
    await signOut.click();
    const question = page.getByRole('dialog', { name: 'Not everything has been sent' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await signOut.click();
    await question.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Continue with Local' }).waitFor();
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });

  async function openTab(page: Page): Promise<void> {
    await page.goto(`${server.url}/chats`);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
  }

  it('cause no error in the console', () => {
    expect([...alice.consoleErrors, ...bob.consoleErrors]).toEqual([]);
  });
});
