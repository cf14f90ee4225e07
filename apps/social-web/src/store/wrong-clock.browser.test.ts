import type { Page } from 'playwright-core';
import { sendText, startTwoPeople, type TwoPeople } from '../testing/people.js';
import { isControlled } from '../testing/worker.js';

let people: TwoPeople;
let alice: Page;
let bob: Page;
let chat: string;
/** Another try writes something else. */
let tries = 0;

// Bob's clock can be put forward and back.
beforeAll(async () => {
  people = await startTwoPeople();
  [alice, bob] = [people.alice.page, people.bob.page];
  chat = bob.url();

  await bob.context().addInitScript(() => {
    const hours = () => Number(localStorage.getItem('test-hours')) * 3_600_000;
    const Real = Date;
    class Wrong extends Real {
      constructor(...given: readonly number[]) {
        super(...((given.length === 0 ? [Real.now() + hours()] : given) as [number]));
      }
      static override now() {
        return Real.now() + hours();
      }
    }
    window.Date = Wrong as DateConstructor;
  });
  await sendText(alice, 'Bob', 'The first');
  await bubble('The first').waitFor();
  await alice.getByRole('button', { name: 'More about Bob' }).click();
  await alice.getByRole('menuitem', { name: 'Let messages end' }).click();
  await alice.getByRole('dialog').getByRole('radio', { name: '5 minutes' }).check();
  await bob.getByText('New messages end after 5 minutes').waitFor();
  await alice.keyboard.press('Escape');
});
afterEach(() => bob.context().setOffline(false));
afterAll(() => people?.close());

const bubble = (text: string) => bob.locator('.bubble', { hasText: text });
const setClock = (hours: number) =>
  bob.evaluate((ahead) => localStorage.setItem('test-hours', String(ahead)), hours);

async function open(): Promise<void> {
  await bob.goto(chat);
  await bob.getByLabel('Message Alice').waitFor();
}

it.each([48, -48])(
  'a clock that is wrong by %i hours ends no message, and writes of today',
  async (hours) => {
    const [text, own] = [`ends ${++tries}`, `own ${tries}`];
    await setClock(hours);
    await open();
    await sendText(alice, 'Bob', text);
    await bubble(text).waitFor();
    await bob.reload();
    await bubble(text).waitFor();
    await isControlled(bob);
    // Longer than what is known waits until it is written.
    await bob.waitForTimeout(1_000);
    await bob.context().setOffline(true);
    await bob.reload();
    await bubble(text).waitFor();
    expect(await bob.getByText('Today', { exact: true }).count()).toBeGreaterThan(0);
    await sendText(bob, 'Alice', own);
    await bubble(own).waitFor();
    await bob.context().setOffline(false);
    await alice.locator('.bubble', { hasText: own }).waitFor();
    await bob.waitForTimeout(1_000);
    for (const each of [text, own]) expect(await bubble(each).count()).toBe(1);
  },
);

it('a clock that is put forward while the page is open ends no message', async () => {
  const text = `stays ${++tries}`;
  await setClock(0);
  await open();
  await sendText(alice, 'Bob', text);
  await bubble(text).waitFor();
  await setClock(5);
  await bob.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await sendText(alice, 'Bob', `${text}, as does this`);
  await bubble(`${text}, as does this`).waitFor();
  await bob.waitForTimeout(1_500);
  expect(await bubble(text).count()).toBe(2);
});

it('a clock that is put right while the page is open keeps nobody from changing a message', async () => {
  const text = `changed ${++tries}`;
  await setClock(-48);
  const asked = bob.waitForResponse('**/api/message/limits');
  await open();
  await asked;
  const send = async (words: string) => {
    await sendText(bob, 'Alice', words);
    await alice.locator('.bubble', { hasText: words }).waitFor();
  };
  // By then the page has read how long messages can be changed.
  await send(`before ${tries}`);
  await setClock(0);
  await send(text);
  // The replies since then have said what time it is.
  await bob.waitForFunction(() => localStorage.getItem('clock-ahead') === null);
  await bubble(text).hover();
  await bob.getByRole('button', { name: 'Message actions' }).last().click();
  await bob.getByRole('menuitem', { name: 'Forward' }).waitFor();
  for (const name of ['Edit', 'Delete for both'])
    expect(await bob.getByRole('menuitem', { name }).count()).toBe(1);
  await bob.keyboard.press('Escape');
  await bob.getByLabel('Message Alice').press('ArrowUp');
  await bob.getByLabel('Editing a message').waitFor();
});
