import { startChromium } from '@triptych/testing/chromium';
import type { Browser, Page } from 'playwright-core';
import { focusIsVisible, receivesFocus, goTo, press } from './testing/keyboard.js';
import { sendText, signInAs } from './testing/people.js';
import { startSocialServer, type SocialServer } from './testing/social-server.js';

let server: SocialServer;
let browser: Browser;
let alice: Page;
let bob: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startSocialServer(), startChromium()]);
  const context = await browser.newContext({ locale: 'en-GB' });
  alice = await context.newPage();
  ({ page: bob } = await signInAs(browser, server.url, 'Bob'));
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const item = (name: string) => alice.getByRole('menuitem', { name, exact: true });
const field = () => alice.getByLabel('Message Bob');
const message = (text: string) => alice.locator('.message', { hasText: text });
const menuOf = (text: string) => message(text).getByRole('button', { name: 'Message actions' });

/** Moves from the field back to the list, up from its end to the message, and into its menu. */
async function openMenu(text: string): Promise<void> {
  await goTo(alice.locator('.message[tabindex="0"]'), 'Shift+Tab');
  await alice.keyboard.press('End');
  await goTo(message(text), 'ArrowUp');
  // The one before stays for the animation of its end.
  await alice.getByRole('menu').waitFor({ state: 'hidden' });
  await press(menuOf(text));
  await alice.getByRole('menu').waitFor();
  await focusIsVisible(alice);
}

describe('with the keyboard alone, a person', () => {
  it('signs in', async () => {
    await alice.goto(server.url);
    await alice.getByRole('button', { name: 'Continue with Local' }).waitFor();
    await alice.keyboard.press('Tab');
    await alice.keyboard.press('Enter');
    await alice.getByLabel('Another name').waitFor();
    while (
      !(await alice.getByLabel('Another name').evaluate((it) => it === document.activeElement))
    )
      await alice.keyboard.press('Tab');
    await alice.keyboard.type('Alice');
    await alice.keyboard.press('Enter');
    await goTo(alice.getByLabel('Your handle'));
    await alice.keyboard.type('alice_by_keys');
    await alice.keyboard.press('Enter');
    await alice.getByRole('navigation', { name: 'Main' }).waitFor();
  });

  it('skips to the content', async () => {
    await press(link(alice, 'Skip to content'));
    expect(await alice.evaluate('document.activeElement.id')).toBe('content');
  });

  it('asks for a friend, who accepts', async () => {
    await press(link(alice, 'Friends'), 'Shift+Tab');
    await goTo(alice.getByLabel('Add a friend'));
    await alice.keyboard.type('nobody@example.test');
    await alice.keyboard.press('Enter');
    await alice.getByRole('status').getByText('Nobody here can be found by this.').waitFor();
    await receivesFocus(alice.getByLabel('Add a friend'));
    await alice.keyboard.press('Control+A');
    await alice.keyboard.type('bob@example.test');
    await alice.keyboard.press('Enter');
    await alice.getByText('The request is on its way.').waitFor();

    await press(link(bob, 'Friends'));
    await press(link(bob, 'Pending'));
    await press(button(bob, 'Accept: Alice'));
    await bob.getByText('No open requests.').waitFor();
    await receivesFocus(link(bob, 'Pending'));
  });

  it('opens a conversation and writes', async () => {
    await press(link(alice, 'Chats'), 'Shift+Tab');
    await press(link(alice, /Bob/));
    await receivesFocus(field());
    for (const text of ['First', 'Second', 'Third']) {
      await alice.keyboard.type(text);
      await alice.keyboard.press('Enter');
      await message(text).waitFor();
    }
    await alice.keyboard.type('Fourth');
    await press(button(alice, 'Send'));
    await message('Fourth').waitFor();
    await receivesFocus(field());
  });

  it('is informed of what the other one writes, also of the same text twice', async () => {
    const announced = alice.getByRole('log').getByText('Bob: Hello', { exact: true });
    await press(link(bob, 'Chats'), 'Shift+Tab');
    await press(link(bob, /Alice/));
    await sendText(bob, 'Alice', 'Hello');
    await announced.first().waitFor();
    await sendText(bob, 'Alice', 'Hello');
    await announced.nth(1).waitFor();
    await press(link(alice, 'Settings'), 'Shift+Tab');
    await sendText(bob, 'Alice', 'And elsewhere');
    await alice.getByRole('log').getByText('Bob: And elsewhere').waitFor();
    await press(link(alice, 'Chats'), 'Shift+Tab');
    await press(link(alice, /Bob/));
    await receivesFocus(field());
  });

  it('edits the last message from the field, and another from its menu', async () => {
    await alice.keyboard.press('ArrowUp');
    await receivesFocus(alice.getByLabel('Editing a message'));
    await alice.keyboard.type(', improved');
    await alice.keyboard.press('Enter');
    await message('Fourth, improved').waitFor();
    await receivesFocus(field());

    await openMenu('Second');
    await press(item('Edit'), 'ArrowDown');
    await receivesFocus(alice.getByLabel('Editing a message'));
    await alice.keyboard.press('Escape');
    await receivesFocus(field());
  });

  it('reacts', async () => {
    await openMenu('And elsewhere');
    await press(item('React with ❤️'), 'ArrowDown');
    await button(alice, '❤️ 1, yours among them').waitFor();
    await receivesFocus(menuOf('And elsewhere'));
    await alice.keyboard.press('Escape');
    await receivesFocus(field());
  });

  it('has the next key go to the item that is marked, before a frame is drawn', async () => {
    await openMenu('Third');
    const moves = await alice.evaluate(async () => {
      const seen: string[] = [];
      for (const key of ['ArrowDown', 'ArrowDown', 'End', 'ArrowUp', 'Home']) {
        const options = { key, bubbles: true, cancelable: true };
        document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', options));
        await new Promise((done) => setTimeout(done));
        const marked = document.querySelector('[data-active-item]');
        seen.push(marked === document.activeElement ? 'marked' : `${key}: another one`);
      }
      return seen;
    });
    expect(new Set(moves)).toEqual(new Set(['marked']));
    await alice.keyboard.press('Escape');
    await alice.keyboard.press('Escape');
  });

  it('closes a menu and a dialog with Escape', async () => {
    await openMenu('Third');
    await alice.keyboard.press('Escape');
    await receivesFocus(menuOf('Third'));
    await alice.keyboard.press('Enter');
    await press(item('Delete for both'), 'ArrowDown');
    await alice.getByRole('dialog').waitFor();
    await focusIsVisible(alice);
    await alice.keyboard.press('Escape');
    await receivesFocus(menuOf('Third'));
  });

  it('deletes for both and for oneself, and stays in the list', async () => {
    await alice.keyboard.press('Enter');
    await press(item('Delete for both'), 'ArrowDown');
    await press(button(alice, 'Delete for both'));
    await message('This message was deleted.').waitFor();
    await receivesFocus(menuOf('This message was deleted.'));

    await alice.keyboard.press('Escape');
    await openMenu('Second');
    await press(item('Delete for me'), 'ArrowDown');
    await press(button(alice, 'Delete for me'));
    await message('Second').waitFor({ state: 'detached' });
    await receivesFocus(message('This message was deleted.'));
  });

  it('finds a message, and the focus moves to it', async () => {
    await press(link(alice, 'Search'), 'Shift+Tab');
    await receivesFocus(alice.getByLabel('Search your messages'));
    await alice.keyboard.type('improv');
    await press(link(alice, /Fourth, improved/));
    await receivesFocus(message('Fourth, improved'));
  });

  it('changes the language and signs out', async () => {
    await press(link(alice, 'Settings'), 'Shift+Tab');
    await goTo(alice.getByLabel('Language'));
    await alice.keyboard.press('ArrowUp');
    await alice.keyboard.type('Deu');
    await alice.getByRole('heading', { name: 'Einstellungen' }).waitFor();
    await receivesFocus(alice.getByLabel('Sprache'));
    await press(button(alice, 'Abmelden'), 'Shift+Tab');
    await button(alice, 'Weiter mit Local').waitFor();
    await goTo(button(alice, 'Weiter mit Local'));
  });
});
