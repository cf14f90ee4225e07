import type { Page } from 'playwright-core';
import { keptBy } from '../testing/kept.js';
import { sendText, signIn, startTwoPeople, type TwoPeople } from '../testing/people.js';
import { hide, shownBy, startAgain, type Place, type StartOptions } from '../testing/snapshots.js';
import { isControlled } from '../testing/worker.js';

let people: TwoPeople;
let alice: Page;
let bob: Page;
let chat: string;

const texts = Array.from({ length: 40 }, (_, index) => `Seen ${index + 1}`);
// As wide as a bubble may be: what stands beside it leaves it no more.
texts.splice(-2, 0, 'A long message is as wide as it may be. '.repeat(12).trim());
const last = texts.at(-1)!;

beforeAll(async () => {
  people = await startTwoPeople();
  [alice, bob] = [people.alice.page, people.bob.page];
  chat = bob.url();
  for (const text of texts) await sendText(alice, 'Bob', text);
  await isShown(bob, last);
  await isControlled(bob);
  while (!(await keptBy(bob)).includes(last)) await bob.waitForTimeout(50);
});
beforeEach(async () => {
  // Of a test that has failed.
  for (const page of bob.context().pages()) if (page !== bob) await page.close();
  await bob.context().setOffline(false);
  await bob.goto(chat);
  await isShown(bob, last);
  await bob.locator('.conversation-state', { hasText: 'Online' }).waitFor();
  await bob.getByLabel('Message Alice').fill('Half a sentence');
});
afterAll(() => people?.close());

const isShown = (page: Page, text: string) =>
  page.locator('#root .bubble', { hasText: text }).last().waitFor();

/**
 * Another document of the same origin, in whose place the client is started later. Told beforehand that it is hidden: a page that
 * gives way to one in another process has half a second for it, which is too short on a busy machine.
 */
async function leaveClient(): Promise<void> {
  const url = bob.url();
  for (;;) {
    await hide(bob);
    await bob.goto(`${people.server.url}/icon.svg`);
    if ((await keptSnapshot()) !== null) return;
    // Something has come meanwhile.
    await bob.goto(url);
    await bob.locator('#root .shell').waitFor();
  }
}

const keptSnapshot = () => bob.evaluate(() => localStorage.getItem('snapshot'));

/** The client is started in a new tab. */
const start = (url = chat, options: StartOptions = {}) =>
  startAgain(bob.context(), new URL(url, chat).href, options);

async function drawn(page: Page): Promise<void> {
  await page.locator('#root .shell').waitFor();
  await page.locator('.snapshot').waitFor({ state: 'detached' });
}

describe('a start without a network', () => {
  it('shows the screen as it was left before anything is read, and then the client in the same place', async () => {
    await leaveClient();
    const page = await start(chat, { readAfter: 2_000 });
    while ((await shownBy(page)) === null) await page.waitForTimeout(20);
    expect(await page.locator('.bubble').count()).toBe(0);
    await drawn(page);
    const shown = (await shownBy(page))!;
    expect(shown.typed).toBe('Half a sentence');
    expect(shown.isInert).toBe(true);
    await isShown(page, last);
    const places = await page
      .locator('#root .bubble')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as Place));
    expect(shown.bubbles.length).toBeGreaterThan(5);
    // Where it is scrolled to is rounded.
    const isNear = (one: Place, other: Place) =>
      (['left', 'top', 'width'] as const).every((side) => Math.abs(one[side] - other[side]) <= 1);
    const isFound = (shown: Place) => places.some((place) => isNear(place, shown));
    expect(shown.bubbles.filter((bubble) => !isFound(bubble))).toEqual([]);
    await page.close();
  });

  it('has the styles of what was shown, also of parts that are loaded later', async () => {
    await bob.goto(`${people.server.url}/settings`);
    for (const name of ['Ways to sign in', 'Where you are signed in'])
      await bob.getByRole('region', { name }).getByRole('listitem').first().waitFor();
    const before = await bob
      .locator('#root h2')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    await leaveClient();
    const page = await start(`${people.server.url}/settings`);
    await drawn(page);
    const inSight = (tops: readonly number[]) => tops.filter((top) => top < 720);
    expect(inSight(before).length).toBeGreaterThan(2);
    expect(inSight((await shownBy(page))!.headings)).toEqual(inSight(before));
    await page.close();
  });

  it('says of nobody that they are online', async () => {
    await leaveClient();
    const page = await start();
    await drawn(page);
    const { text } = (await shownBy(page))!;
    expect(text).toContain(last);
    expect(text).not.toContain('Online');
    expect(await keptSnapshot()).toBeNull();
    await page.close();
  });

  it('is written in the direction of its language', async () => {
    await bob.evaluate(() => localStorage.setItem('language', 'ar'));
    await bob.reload();
    await isShown(bob, last);
    await leaveClient();
    const page = await start();
    await drawn(page);
    expect((await shownBy(page))!.root).toBe('ar rtl');
    await page.evaluate(() => localStorage.removeItem('language'));
    await page.close();
  });

  it('breaks no rule of the policy', async () => {
    await leaveClient();
    const faults: string[] = [];
    const listen = (page: Page) => page.on('console', (one) => faults.push(one.text()));
    bob.context().once('page', listen);
    const page = await start();
    await drawn(page);
    expect(await shownBy(page)).not.toBeNull();
    expect(faults.filter((one) => one.includes('Security Policy'))).toEqual([]);
    await page.close();
  });

  const leadingElsewhere = '<meta http-equiv="refresh" content="0; url=/icon.svg"><p>Here</p>';
  type Change = () => Promise<unknown>;
  const put = (name: string, value: string) =>
    bob.evaluate(([key, text]) => localStorage.setItem(key, text), [name, value] as const);
  const replace = (value: string) => put('snapshot', value);
  const change = async (members: object) => {
    const kept = JSON.parse((await keptSnapshot())!) as object;
    await replace(JSON.stringify({ ...kept, ...members }));
  };
  const changeScreen = async (members: object) => {
    const { screen } = JSON.parse((await keptSnapshot())!) as { screen: object };
    await change({ screen: { ...screen, ...members } });
  };
  it.each<[string, StartOptions & { url?: string; change?: Change }]>([
    ['there is a network', { isOffline: false }],
    ['the address is another one', { url: '/chats' }],
    ['the screen has another size', { width: 700 }],
    ['somebody is signing out', { change: () => put('leaving', '') }],
    ['somebody else is the owner', { change: () => put('owner', 'somebody') }],
    ['another language was chosen', { change: () => put('language', 'de') }],
    ['something on it has ended', { change: () => change({ validUntil: Date.now() }) }],
    ['it was taken at another place', { change: () => change({ place: '[]' }) }],
    ['a draft has changed', { change: () => put(`draft/${chat.split('/').at(-1)!}`, 'Another') }],
    ['something was queued', { change: () => put('queue/somebody/1', '{}') }],
    ['what was shown is gone', { change: () => change({ screen: null }) }],
    ['it is damaged', { change: () => changeScreen({ html: 1 }) }],
    ['it is longer than any', { change: () => changeScreen({ html: '<b></b>'.repeat(30_000) }) }],
    ['it leads elsewhere', { change: () => changeScreen({ html: leadingElsewhere }) }],
    ['it has a foreign style', { change: () => changeScreen({ styles: ['//127.0.0.1:9/a.css'] }) }],
    ['a style is not there', { change: () => changeScreen({ styles: ['/assets/none.css'] }) }],
    ['it is no JSON', { change: () => replace('{') }],
  ])('shows none where %s', async (_what, { url, change: first, ...options }) => {
    await leaveClient();
    const before = await bob.evaluate(() => ({ ...localStorage }));
    await first?.();
    const page = await start(url, options);
    await page.locator('#root > :not(p.app-failed)').first().waitFor({ state: 'attached' });
    expect(await shownBy(page)).toBeNull();
    await page.close();
    await bob.evaluate((values) => {
      localStorage.clear();
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
    }, before);
  });
});

const isDropped = async () => {
  while ((await keptSnapshot()) !== null) await bob.waitForTimeout(50);
};

/** What comes just then drops the first one. */
async function hideBob(): Promise<void> {
  do await hide(bob);
  while ((await keptSnapshot()) === null);
}

describe('a snapshot is dropped', () => {
  it('when the page is seen again', async () => {
    await hideBob();
    await bob.evaluate(() => {
      Object.defineProperty(document, 'hidden', { get: () => false, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
    expect(await keptSnapshot()).toBeNull();
  });

  it('when another tab is seen', async () => {
    const tab = await bob.context().newPage();
    await tab.goto(chat);
    await tab.locator('#root .shell').waitFor();
    await hide(bob);
    await isDropped();
    await tab.close();
  });

  it('is not kept of a page of which a part is missing', async () => {
    await bob.route('**/api/**', () => {});
    await bob.goto(`${people.server.url}/settings`);
    await bob.locator('#root [role=status]').first().waitFor({ state: 'attached' });
    await hide(bob);
    expect(await keptSnapshot()).toBeNull();
    await bob.unroute('**/api/**');
  });

  it('when a message comes meanwhile', async () => {
    await hideBob();
    await sendText(alice, 'Bob', 'While it is hidden');
    await isDropped();
  });

  it('when a message is changed meanwhile', async () => {
    await hide(bob);
    await alice.getByLabel('Message Bob').press('ArrowUp');
    await alice.getByLabel('Editing a message').fill('Changed while it is hidden');
    await alice.keyboard.press('Enter');
    await isDropped();
  });

  it('when its person signs out in another tab, and when their session has ended elsewhere', async () => {
    const context = bob.context();
    const tab = await context.newPage();
    await tab.goto(`${people.server.url}/settings`);
    await tab.getByRole('button', { name: 'Sign out', exact: true }).waitFor();
    await hide(tab);
    await hideBob();
    await tab.getByRole('button', { name: 'Sign out', exact: true }).click();
    await tab.getByRole('button', { name: 'Continue with Local' }).waitFor();
    await isDropped();
    await tab.close();
    await bob.evaluate(() => {
      Reflect.deleteProperty(document, 'hidden');
    });
    await signIn(bob, people.server.url, 'Bob');
    await bob.goto(chat);
    await isShown(bob, last);
    await leaveClient();
    await context.clearCookies();
    await bob.goto(chat);
    await bob.getByRole('button', { name: 'Continue with Local' }).waitFor();
    expect(await keptBy(bob)).not.toContain(last);
  });
});
