import type { Page } from 'playwright-core';
import { axeFindings } from '../testing/axe.js';
import { overflow } from '../testing/overflow.js';
import { startTwoPeople, type Person, type TwoPeople } from '../testing/people.js';

const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
/** A worker would fetch the list where no test can keep it from doing so. */
const withoutWorker = { serviceWorkers: 'block' as const };

let people: TwoPeople;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  people = await startTwoPeople({ bob: { ...phone, ...withoutWorker } });
  ({ alice, bob } = people);
});
afterAll(() => people?.close());
// Of the other one, Playwright's own way to block the worker has some.
afterEach(() => expect(alice.consoleErrors).toEqual([]));

const fieldOf = ({ page }: Person, name: string) => page.getByLabel(`Message ${name}`);
const openPicker = (page: Page) => page.getByRole('button', { name: 'Choose an emoji' }).click();
const optionsOf = (page: Page) => page.getByRole('dialog').getByRole('option');
const active = (page: Page, name: string) =>
  page.getByRole('option', { name, exact: true, selected: true });

/** Until the emoji is the first that is found. */
async function find(page: Page, typed: string, name: string): Promise<void> {
  await page.getByRole('combobox').fill(typed);
  await active(page, name).waitFor();
}

/** Until exactly this is in the field: what is chosen is written once the dialog is gone. */
async function isWritten({ page }: Person, text: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelector<HTMLTextAreaElement>('.composer textarea')?.value === wanted,
    text,
  );
}

describe('the choice of emoji', () => {
  it('says that its list needs the network, and has it once that is there', async () => {
    const { page } = bob;
    await page.route('**/emoji-*.json', (route) => route.abort());
    await openPicker(page);
    const dialog = page.getByRole('dialog', { name: 'Emoji' });
    await dialog.getByRole('alert').waitFor();
    await page.unroute('**/emoji-*.json');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByRole('group', { name: 'Smileys and feelings' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('is made with the keyboard alone, at the caret, and can be undone', async () => {
    const { page } = alice;
    const field = fieldOf(alice, 'Bob');
    await field.fill('ab');
    await page.keyboard.press('ArrowLeft');
    await openPicker(page);
    await page.getByRole('combobox', { name: 'Find an emoji' }).waitFor();
    await find(page, 'party', 'partying face');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await active(page, 'partying face').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowLeft');
    await active(page, 'partying face').waitFor();
    await page.keyboard.press('Enter');
    await isWritten(alice, 'a🥳b');
    await page.keyboard.type('!');
    await isWritten(alice, 'a🥳!b');
    await page.keyboard.press('Control+z');
    await isWritten(alice, 'ab');
  });

  it('has the last ones first, and a skin tone that stays', async () => {
    const { page } = alice;
    await openPicker(page);
    await page.getByRole('radio', { name: 'Medium', exact: true }).check({ force: true });
    await find(page, 'thumbs up', 'thumbs up');
    await page.keyboard.press('Enter');
    await isWritten(alice, 'a👍🏽b');
    await page.reload();
    await openPicker(page);
    const recent = page.getByRole('group', { name: 'Used last' }).getByRole('option');
    expect(await recent.allTextContents()).toEqual(['👍🏽', '🥳']);
    await page.locator('[role=option]', { hasText: '👋🏽' }).waitFor({ state: 'attached' });
    // Of two thousand it needs half a minute.
    await page.getByRole('combobox').fill('wav');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await fieldOf(alice, 'Bob').fill('');
  });

  it('is a sheet on a phone, with targets for a finger', async () => {
    const { page } = bob;
    await openPicker(page);
    await page.getByRole('dialog').getByRole('group', { name: 'Smileys and feelings' }).waitFor();
    const box = (await page.getByRole('dialog').boundingBox())!;
    expect([box.x, box.width, box.y + box.height]).toEqual([0, 360, 640]);
    const targets = page.locator('.emoji-picker :is(button, label, [role=option])');
    const small = await targets.evaluateAll((all) =>
      all.slice(0, 100).filter((one) => {
        const { width, height } = one.getBoundingClientRect();
        return width < 44 || height < 44;
      }),
    );
    expect(small).toEqual([]);
    expect(await overflow(page)).toEqual([]);
    await page.getByRole('button', { name: 'Food and drink' }).tap();
    await optionsOf(page).getByText('🍣').waitFor();
    await page.getByRole('combobox').fill('sus');
    expect(await axeFindings(page)).toEqual([]);
    await optionsOf(page).getByText('🍣').tap();
    await isWritten(bob, '🍣');
    await page.getByRole('button', { name: 'Send' }).tap();
    await alice.page.locator('.bubble', { hasText: '🍣' }).waitFor();
  });

  it('is there for reactions, too', async () => {
    const { page } = alice;
    await page.locator('.message', { hasText: '🍣' }).hover();
    await page.getByRole('button', { name: 'Message actions' }).click();
    await page.getByRole('menuitem', { name: 'Another emoji' }).click();
    await find(page, 'yum', 'face savoring food');
    await page.keyboard.press('Enter');
    for (const one of [alice, bob])
      await one.page.locator('.reaction', { hasText: '😋' }).waitFor();
  });

  it('is taken back by a double click, without the reaction that takes its place', async () => {
    const { page } = alice;
    await page.locator('.message', { hasText: '🍣' }).hover();
    await page.getByRole('button', { name: 'Message actions' }).click();
    await page.getByRole('menuitem', { name: 'React with 👍' }).click();
    const chips = page.locator('.reaction');
    await chips.nth(1).waitFor();
    const [gone, left] = await chips.allTextContents();
    await chips.first().dblclick();
    for (const one of [alice, bob]) {
      await one.page.locator('.reaction', { hasText: gone! }).waitFor({ state: 'detached' });
      expect(await one.page.locator('.reaction').allTextContents()).toEqual([left]);
    }
  });
});

describe('a shortcode', () => {
  it('is suggested while it is typed', async () => {
    const { page } = alice;
    const field = fieldOf(alice, 'Bob');
    await field.pressSequentially('Oh :pizz');
    const list = page.getByRole('listbox', { name: 'Emoji that begin so' });
    await list.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await list.waitFor({ state: 'detached' });
    await isWritten(alice, 'Oh 🍕');
    await field.pressSequentially(' :he');
    await list.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await field.pressSequentially('a');
    expect(await list.count()).toBe(0);
    await field.pressSequentially('rt :heart');
    await list.getByRole('option').first().click();
    await isWritten(alice, 'Oh 🍕 :heart ❤️');
    await field.fill('');
  });

  it('that is closed becomes its emoji; an undo brings it back; times and addresses stay', async () => {
    const { page } = alice;
    const field = fieldOf(alice, 'Bob');
    await field.pressSequentially(':smile::+1: 10:30:00 http://a.test/:smile: x:smile:');
    await isWritten(alice, '😄👍🏽 10:30:00 http://a.test/:smile: x:smile:');
    await field.fill('');
    await field.pressSequentially('So :tada:');
    await isWritten(alice, 'So 🎉');
    await page.keyboard.press('Control+z');
    await isWritten(alice, 'So :tada:');
    await page.keyboard.press('Enter');
    await bob.page.locator('.bubble', { hasText: 'So :tada:' }).waitFor();
  });

  it('works in an edit as well, and Enter takes an emoji before it saves', async () => {
    const { page } = alice;
    await fieldOf(alice, 'Bob').press('ArrowUp');
    const edit = page.getByRole('textbox', { name: 'Editing a message' });
    await edit.fill('');
    await edit.pressSequentially('Now :rocke');
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await bob.page.locator('.bubble', { hasText: 'Now 🚀' }).waitFor();
  });
});
