import type { Page } from 'playwright-core';
import { damageOnceKept } from '../testing/damage.js';
import { sendText, startTwoPeople, type TwoPeople } from '../testing/people.js';

let people: TwoPeople;
let alice: Page;
let bob: Page;

beforeAll(async () => {
  people = await startTwoPeople();
  alice = people.alice.page;
  bob = people.bob.page;
  await sendText(alice, 'Bob', 'Still here');
  await shows('Still here');
});
afterAll(() => people?.close());

const shows = (text: string) => bob.locator('.bubble', { hasText: text }).last().waitFor();

const shapes = ['x', {}, { data: null }, []];
const keys = ['account', 'list', 'friends', 'position', 'newest/', 'chat/'];

it.each(keys)('what is damaged under %s is fetched anew', async (key) => {
  for (const shape of shapes) {
    await bob.waitForTimeout(500);
    expect(await damageOnceKept(bob, key, shape)).toBe(1);
    await bob.reload();
    await shows('Still here');
  }
});

it('other shapes in the queue do not stop it', async () => {
  await bob.evaluate(() => {
    const owner = localStorage.getItem('owner');
    for (const text of ['[]', '{}', 'null', '1', '"x"', '{', '{"change":{}}'])
      localStorage.setItem(`queue/${owner}/${crypto.randomUUID()}`, text);
  });
  await bob.reload();
  await sendText(bob, 'Alice', 'Sent all the same');
  await alice.locator('.bubble', { hasText: 'Sent all the same' }).waitFor();
});

/** As on a page that came without encryption. */
function removeAll(): void {
  Reflect.deleteProperty(Navigator.prototype, 'locks');
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
  Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
  Reflect.deleteProperty(window, 'BroadcastChannel');
}

/** As some browsers do where they deny storage. */
function denyAll(): void {
  const denied = () => new DOMException('denied', 'SecurityError');
  LockManager.prototype.request = () => Promise.reject(denied());
  const get = () => {
    throw denied();
  };
  Object.defineProperty(Navigator.prototype, 'serviceWorker', { get });
  Object.defineProperty(window, 'BroadcastChannel', { value: get });
}

it.each([
  ['has no', removeAll],
  ['denies', denyAll],
])('a browser that %s locks, channels and workers sends and receives', async (name, deny) => {
  const storageState = await alice.context().storageState();
  const context = await people.browser.newContext({ storageState, locale: 'en-GB' });
  await context.addInitScript(deny);
  const page = await context.newPage();
  await page.goto(alice.url());
  await sendText(page, 'Bob', `It ${name} locks`);
  await shows(`It ${name} locks`);
  await sendText(bob, 'Alice', `It ${name} channels`);
  await page
    .locator('.bubble', { hasText: `It ${name} channels` })
    .last()
    .waitFor();
  await context.close();
});

it('where another tab keeps the database for itself, conversations come from the server', async () => {
  const storageState = await alice.context().storageState();
  const context = await people.browser.newContext({ storageState, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(alice.url());
  await page.locator('.bubble', { hasText: 'Still here' }).waitFor();
  const other = await context.newPage();
  await other.goto(`${people.server.url}/icon.svg`);
  // What is open holds up the next version, and that holds up whoever comes later.
  await other.evaluate(async () => {
    const openAt = (version?: number) => indexedDB.open('triptych', version);
    const held = await new Promise<IDBDatabase>((resolve) => {
      const request = openAt();
      request.onsuccess = () => resolve(request.result);
    });
    openAt(held.version + 1);
  });
  await page.reload();
  await page.locator('.bubble', { hasText: 'Still here' }).waitFor();
  await context.close();
});

it('signing out removes those, too', async () => {
  await bob.getByRole('link', { name: 'Settings' }).click();
  await bob.getByRole('button', { name: 'Sign out' }).waitFor();
  const left = await bob.evaluate(() => {
    const owner = localStorage.getItem('owner');
    return Object.keys(localStorage).filter((key) => key.startsWith(`queue/${owner}/`)).length;
  });
  expect(left).toBe(7);
  await bob.getByRole('button', { name: 'Sign out' }).click();
  await bob.getByRole('button', { name: 'Continue with Local' }).waitFor();
  expect(
    await bob.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('queue'))),
  ).toEqual([]);
});
