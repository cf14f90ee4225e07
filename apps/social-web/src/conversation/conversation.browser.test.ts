import type { Page } from 'playwright-core';
import {
  openChat,
  sendText,
  startTwoPeople,
  type Person,
  type TwoPeople,
} from '../testing/people.js';

let people: TwoPeople;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  people = await startTwoPeople();
  ({ alice, bob } = people);
});
afterAll(() => people?.close());

const textsOf = (page: Page) => page.locator('.bubble').allTextContents();
/** Waits until the newest message is between the header of the conversation and the field below it. */
const showsEnd = (page: Page) =>
  page.waitForFunction(() => {
    const newest = [...document.querySelectorAll('.message')].at(-1)?.getBoundingClientRect();
    const frame = document.querySelector('.messages')!.getBoundingClientRect();
    const field = document.querySelector('.composer')!.getBoundingClientRect();
    // While the page loads there is none yet.
    if (newest === undefined || field.bottom > innerHeight) return false;
    return newest.bottom <= frame.bottom && newest.bottom > frame.top;
  });
const shows = (page: Page, text: string) => page.locator('.bubble', { hasText: text }).waitFor();

/** An input method composes this in the field, and Enter accepts it. */
async function compose(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const selection = { selectionStart: text.length, selectionEnd: text.length };
  await session.send('Input.imeSetComposition', { text, ...selection });
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
  await session.send('Input.insertText', { text });
  await session.detach();
}

describe('two people in a conversation', () => {
  it('write to each other live, both ways', async () => {
    await sendText(alice.page, 'Bob', 'Good morning');
    await shows(bob.page, 'Good morning');
    await sendText(bob.page, 'Alice', 'And to you');
    await shows(alice.page, 'And to you');
  });

  it('write with an input method, whose Enter sends nothing, also where the key is reported after the composition', async () => {
    const field = alice.page.getByLabel('Message Bob');
    await field.focus();
    await compose(alice.page, '日本');
    expect(await field.inputValue()).toBe('日本');
    // As Safari does.
    await field.evaluate((element) => {
      const enter = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true };
      element.dispatchEvent(new KeyboardEvent('keydown', enter));
    });
    expect(await field.inputValue()).toBe('日本');
    await alice.page.keyboard.press('Enter');
    await shows(bob.page, '日本');
    expect(await field.inputValue()).toBe('');
  });

  it('see that the other one types', async () => {
    await bob.page.getByLabel('Message Alice').pressSequentially('Wait a moment', { delay: 300 });
    await alice.page.getByText('Bob is typing…').first().waitFor();
    await bob.page.getByLabel('Message Alice').fill('');
    await alice.page.getByText('Bob is typing…').first().waitFor({ state: 'detached' });
  });

  it('see how far the other one has read', async () => {
    await sendText(alice.page, 'Bob', 'Have you seen this?');
    await shows(bob.page, 'Have you seen this?');
    await bob.page.bringToFront();
    await alice.page.locator('.message-foot', { hasText: 'Read' }).waitFor();
  });

  it('edit, react and delete', async () => {
    const own = alice.page.locator('.message', { hasText: 'Have you seen this?' });
    await own.hover();
    await own.getByRole('button', { name: 'Message actions' }).click();
    await alice.page.getByRole('menuitem', { name: 'Edit' }).click();
    await alice.page.getByLabel('Editing a message').fill('Have you seen https://example.com/?');
    await alice.page.keyboard.press('Enter');
    const link = bob.page.getByRole('link', { name: 'https://example.com/', exact: true });
    await link.waitFor();
    expect(await link.getAttribute('rel')).toContain('noopener');
    await bob.page.getByText('edited').waitFor();

    const theirs = bob.page.locator('.message', { hasText: 'Have you seen' });
    await theirs.hover();
    await theirs.getByRole('button', { name: 'Message actions' }).click();
    await bob.page.getByRole('menuitem', { name: 'React with 👍' }).click();
    await alice.page.getByRole('button', { name: '👍 1' }).waitFor();

    await own
      .or(alice.page.locator('.message', { hasText: 'example.com' }))
      .first()
      .hover();
    await alice.page
      .locator('.message', { hasText: 'example.com' })
      .getByRole('button', { name: 'Message actions' })
      .click();
    await alice.page.getByRole('menuitem', { name: 'Delete for both' }).click();
    await alice.page.getByRole('button', { name: 'Delete for both' }).click();
    await bob.page.getByText('This message was deleted.').waitFor();
  });

  it('are neither lost nor sent twice when the network fails', async () => {
    await alice.page.context().setOffline(true);
    await sendText(alice.page, 'Bob', 'Written in a tunnel');
    await alice.page.getByText('Waits for the connection').waitFor();
    await alice.page.getByText('You are offline.').waitFor();
    await showsEnd(alice.page);
    await sendText(bob.page, 'Alice', 'Sent meanwhile');
    await alice.page.context().setOffline(false);
    await shows(bob.page, 'Written in a tunnel');
    await shows(alice.page, 'Sent meanwhile');
    await alice.page.getByText('Waits for the connection').waitFor({ state: 'detached' });
    for (const { page } of [alice, bob]) {
      const texts = await textsOf(page);
      expect(texts.filter((text) => text === 'Written in a tunnel')).toHaveLength(1);
      expect(texts.filter((text) => text === 'Sent meanwhile')).toHaveLength(1);
    }
  });

  it('lose and double nothing when the server restarts', async () => {
    const restarted = people.server.restart();
    await sendText(alice.page, 'Bob', 'While it restarts');
    await restarted;
    await shows(bob.page, 'While it restarts');
    await alice.page.getByText('Sending…').waitFor({ state: 'detached' });
    expect((await textsOf(bob.page)).filter((text) => text === 'While it restarts')).toHaveLength(
      1,
    );
    expect(await textsOf(alice.page)).toEqual(await textsOf(bob.page));
  });

  it('see the newest message, whatever else changes its height', async () => {
    // No frame is drawn for a page behind another one, so nothing scrolls there.
    await alice.page.bringToFront();
    await sendText(alice.page, 'Bob', 'A long story. '.repeat(80));
    await showsEnd(alice.page);
    await alice.page.getByLabel('Message Bob').fill('One\nTwo\nThree\nFour');
    await showsEnd(alice.page);
    await alice.page.getByLabel('Message Bob').fill('');
    await sendText(alice.page, 'Bob', 'The end');
    await shows(alice.page, 'The end');
    await alice.page.reload();
    await shows(alice.page, 'The end');
    await showsEnd(alice.page);
  });

  it('find what they wrote, and open it in its conversation', async () => {
    await bob.page.getByRole('link', { name: 'Search' }).click();
    await bob.page.getByLabel('Search your messages').fill('tunn');
    await bob.page.getByRole('link', { name: /Written in a tunnel/ }).click();
    await shows(bob.page, 'Written in a tunnel');
    expect(new URL(bob.page.url()).searchParams.get('at')).not.toBeNull();
  });

  it('report a message', async () => {
    await openChat(bob.page, 'Alice');
    const theirs = bob.page.locator('.message', { hasText: 'While it restarts' });
    await theirs.hover();
    await theirs.getByRole('button', { name: 'Message actions' }).click();
    await bob.page.getByRole('menuitem', { name: 'Report' }).click();
    await bob.page.getByLabel('What is it?').selectOption('harassment');
    const response = bob.page.waitForResponse(/api\/report$/);
    await bob.page.getByRole('button', { name: 'Send the report' }).click();
    expect((await response).status()).toBe(200);
    await bob.page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('keep a draft', async () => {
    await alice.page.getByLabel('Message Bob').fill('Half a thou');
    await alice.page.reload();
    expect(await alice.page.getByLabel('Message Bob').inputValue()).toBe('Half a thou');
    await alice.page.getByLabel('Message Bob').fill('');
  });

  it('block each other', async () => {
    await alice.page.getByRole('link', { name: 'Friends' }).click();
    await alice.page.getByRole('button', { name: 'More about Bob' }).click();
    await alice.page.getByRole('menuitem', { name: 'Block' }).click();
    await alice.page.getByRole('button', { name: 'Block', exact: true }).click();
    await alice.page.getByRole('link', { name: 'Blocked' }).click();
    await alice.page.getByRole('button', { name: 'Unblock: Bob' }).waitFor();
    await bob.page.getByText('You are no longer friends', { exact: false }).waitFor();
  });

  it('cause no error in the console', () => {
    expect([...alice.consoleErrors, ...bob.consoleErrors]).toEqual([]);
  });
});
