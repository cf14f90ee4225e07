import type { Page } from 'playwright-core';
import { drawPicture } from '../testing/files.js';
import { keptKeys } from '../testing/kept.js';
import { isControlled } from '../testing/worker.js';
import { keepsNothing, sendText, startTwoPeople, type TwoPeople } from '../testing/people.js';

let people: TwoPeople;
let alice: Page;
let bob: Page;
let picture: Buffer;

beforeAll(async () => {
  people = await startTwoPeople();
  [alice, bob] = [people.alice.page, people.bob.page];
  picture = await drawPicture(alice, [400, 300]);
});
afterAll(() => people?.close());

const rowOf = (page: Page, text: string) => page.locator('.message', { hasText: text });
const chosenIn = (page: Page, name: string) => page.locator('.chosen').getByText(name);
const altOf = (page: Page) => page.getByLabel('What it shows, for who cannot see it: sea.png');
const kept = (page: Page) => keptKeys(page, 'shared/');

async function choose(page: Page, ...names: string[]): Promise<void> {
  const files = names.map((name) => ({
    name,
    ...(name.endsWith('.png')
      ? { mimeType: 'image/png', buffer: picture }
      : { mimeType: 'text/plain', buffer: Buffer.from(name) }),
  }));
  await page.locator('.composer input[type=file]').setInputFiles(files);
  for (const name of names) await chosenIn(page, name).waitFor();
}

async function isKept(page: Page, count: number): Promise<void> {
  while ((await kept(page)).length !== count) await page.waitForTimeout(50);
}

describe('what is chosen and not sent', () => {
  it('is in the other tab, and there after a reload, with its words; sent in one, it is in neither', async () => {
    const other = await alice.context().newPage();
    await other.addInitScript(lookLongAtPictures);
    await other.goto(alice.url());
    await other.getByLabel('Message Bob').waitFor();
    await choose(alice, 'sea.png', 'list.txt', 'more.txt');
    await altOf(alice).fill('the sea in winter');
    await isKept(alice, 3);
    await alice.reload();
    for (const tab of [alice, other]) {
      await chosenIn(tab, 'more.txt').waitFor();
      expect(await tab.locator('.chosen-file bdi').allInnerTexts()).toEqual([
        'sea.png',
        'list.txt',
        'more.txt',
      ]);
      await tab.waitForFunction(
        () =>
          document.querySelector<HTMLInputElement>('.chosen input')?.value === 'the sea in winter',
      );
    }
    await alice.getByRole('button', { name: /^Remove.*list.txt/ }).click();
    await chosenIn(other, 'list.txt').waitFor({ state: 'detached' });
    await sendText(other, 'Bob', 'sent from the other one');
    await alice.locator('.chosen').waitFor({ state: 'detached' });
    const row = rowOf(bob, 'sent from the other one');
    await row.getByRole('button', { name: /the sea in winter/ }).waitFor();
    expect(await row.getByText('more.txt', { exact: true }).count()).toBe(1);
    await alice.reload();
    await rowOf(alice, 'sent from the other one').waitFor();
    await isKept(alice, 0);
    expect(await alice.locator('.chosen').count()).toBe(0);
    await other.close();
  });

  it('is one file in one message, also where it is sent before it is kept', async () => {
    for (let round = 0; round < 5; round += 1) {
      await choose(alice, `round ${round}.txt`);
      await alice.getByLabel('Message Bob').press('Enter');
    }
    await rowOf(bob, 'round 4.txt').waitFor();
    await isKept(alice, 0);
    await alice.reload();
    await rowOf(alice, 'round 4.txt').waitFor();
    expect([await alice.locator('.chosen').count(), await rowOf(bob, 'round').count()]).toEqual([
      0, 5,
    ]);
  });

  it('is one message, once, when another tab sends it before it knows of the first', async () => {
    const other = await alice.context().newPage();
    await other.addInitScript(() => {
      addEventListener('storage', (event) => event.stopImmediatePropagation(), true);
    });
    for (const text of ['', 'both at once']) {
      await choose(alice, 'twice.txt');
      await isKept(alice, 1);
      await alice.getByLabel('Message Bob').fill(text);
      await other.goto(alice.url());
      await chosenIn(other, 'twice.txt').waitFor();
      await other.waitForFunction(
        (words) => document.querySelector('textarea')?.value === words,
        text,
      );
      await alice.context().setOffline(true);
      for (const tab of [alice, other]) await tab.getByLabel('Message Bob').press('Enter');
      await other.locator('.chosen').waitFor({ state: 'detached' });
      await alice.context().setOffline(false);
      await isKept(alice, 0);
    }
    await rowOf(bob, 'both at once').waitFor();
    await sendText(other, 'Bob', 'after both');
    await rowOf(bob, 'after both').waitFor();
    const seen = ['twice.txt', 'both at once'].map((text) => rowOf(bob, text).count());
    expect(await Promise.all(seen)).toEqual([2, 1]);
    await other.close();
  });

  it('is with its message also where the page is gone in the moment in which that is sent', async () => {
    await choose(alice, 'sea.png', 'at once.txt');
    await isKept(alice, 2);
    await alice.getByLabel('Message Bob').fill('and gone');
    await isControlled(alice);
    await alice.context().setOffline(true);
    await alice.evaluate(keepWritersWaiting);
    await alice.getByLabel('Message Bob').press('Enter');
    await alice.reload();
    await rowOf(alice, 'and gone').waitFor();
    await alice.context().setOffline(false);
    const row = rowOf(bob, 'and gone');
    await row.locator('.picture-loaded').waitFor();
    await row.getByText('at once.txt', { exact: true }).waitFor();
    await isKept(alice, 0);
    expect(await keptKeys(alice, 'file/')).toEqual([]);
  });

  it('is with its message also where the page did not know yet that it is kept', async () => {
    await isControlled(alice);
    await alice.context().setOffline(true);
    await alice.evaluate(keepWritersWaiting);
    await alice.evaluate(keepChosenUnread);
    await choose(alice, 'early.txt');
    await isKept(alice, 1);
    await alice.getByLabel('Message Bob').fill('and gone at once');
    await alice.getByLabel('Message Bob').press('Enter');
    await alice.reload();
    await rowOf(alice, 'and gone at once').waitFor();
    await alice.context().setOffline(false);
    await rowOf(bob, 'and gone at once').getByText('early.txt', { exact: true }).waitFor();
    await isKept(alice, 0);
    expect(await keptKeys(alice, 'file/')).toEqual([]);
  });

  it('is sent all the same where the browser keeps nothing', async () => {
    await keepsNothing(bob);
    await bob.reload();
    await choose(bob, 'unkept.txt');
    await sendText(bob, 'Alice', 'from nowhere');
    await rowOf(alice, 'from nowhere').getByText('unkept.txt', { exact: true }).waitFor();
  });

  it('goes from the device with who signs out, which is asked first', async () => {
    await choose(alice, 'secret.txt');
    await isKept(alice, 1);
    await alice.goto(`${people.server.url}/settings`);
    await alice.getByRole('button', { name: 'Sign out', exact: true }).click();
    await alice.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await alice.getByRole('button', { name: 'Continue with Local' }).waitFor();
    await isKept(alice, 0);
  });
});

/** Nothing of a message is written as long as this page is there, which neither succeeds nor fails. */
function keepWritersWaiting(): void {
  const { prototype } = IDBObjectStore;
  const put: unknown = Reflect.get(prototype, 'put');
  prototype.put = function (value: unknown, key?: IDBValidKey) {
    if (typeof key !== 'string' || !key.startsWith('file/'))
      return Reflect.apply(put as IDBObjectStore['put'], this, [value, key]);
    const request = this.count() as IDBRequest<IDBValidKey>;
    const goOn = () => (this.count().onsuccess = goOn);
    request.onsuccess = goOn;
    return request;
  };
}

/** What was written of a chosen file is not read as long as this page is there. */
function keepChosenUnread(): void {
  const { prototype } = IDBObjectStore;
  const get: unknown = Reflect.get(prototype, 'get');
  prototype.get = function (key: IDBValidKey | IDBKeyRange) {
    const request = Reflect.apply(get as IDBObjectStore['get'], this, [key]);
    if (typeof key !== 'string' || !key.startsWith('shared/file/')) return request;
    const goOn = () => (this.count().onsuccess = goOn);
    goOn();
    return request;
  };
}

/** Longer than the next file needs, which stays behind it all the same. */
function lookLongAtPictures(): void {
  const { prototype } = HTMLImageElement;
  const decode: unknown = Reflect.get(prototype, 'decode');
  prototype.decode = async function () {
    await Reflect.apply(decode as () => Promise<void>, this, []);
    await new Promise((resolve) => setTimeout(resolve, 500));
  };
}
