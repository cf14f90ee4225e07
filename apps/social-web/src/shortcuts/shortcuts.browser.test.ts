import type { Page } from 'playwright-core';
import { axeFindings } from '../testing/axe.js';
import { receivesFocus } from '../testing/keyboard.js';
import { overflow } from '../testing/overflow.js';
import {
  befriend,
  openChat,
  sendText,
  signInAs,
  startTwoPeople,
  type TwoPeople,
} from '../testing/people.js';

let people: TwoPeople;
let alice: Page;
let bob: Page;
let carol: Page;

// Bob has written with Alice; Carol is a friend to whom nobody has written.
beforeAll(async () => {
  people = await startTwoPeople();
  [alice, bob] = [people.alice.page, people.bob.page];
  carol = (await signInAs(people.browser, people.server.url, 'Carol')).page;
  await befriend(bob, carol, 'Carol');
  await openChat(bob, 'Alice');
  await sendText(bob, 'Alice', 'Hello');
  await bob.locator('.message:not(.message-pending)', { hasText: 'Hello' }).waitFor();
});
afterAll(() => people?.close());

const switcher = () => bob.getByRole('dialog', { name: 'Go to a conversation' });
const list = (page: Page) => page.getByRole('dialog', { name: 'Keyboard' });
const field = (name: string) => bob.getByLabel(`Message ${name}`);

describe('keys that work on every page', () => {
  it('lead to a conversation by a part of a name, from a field as well, also to a friend without one', async () => {
    await field('Alice').press('Control+k');
    await switcher().getByRole('option', { name: 'Carol' }).waitFor();
    expect(await switcher().getByRole('option').allTextContents()).toHaveLength(2);
    expect(await axeFindings(bob)).toEqual([]);
    await bob.keyboard.type('rol');
    await switcher().getByRole('option').and(bob.locator('[data-active-item]')).waitFor();
    await bob.keyboard.press('Enter');
    await receivesFocus(field('Carol'));
    await bob.keyboard.press('Control+k');
    await switcher().waitFor();
    await bob.keyboard.press('ArrowDown');
    await bob.keyboard.press('Escape');
    await switcher().waitFor({ state: 'detached' });
    await field('Carol').waitFor();
  });

  it('go to the conversation below and above, and to one with unread messages', async () => {
    await sendText(bob, 'Carol', 'Hello you');
    await carol.getByRole('link', { name: 'Chats' }).click();
    await bob.locator('.chat-row', { hasText: 'Hello you' }).waitFor();
    await bob.keyboard.press('Alt+ArrowDown');
    await receivesFocus(field('Alice'));
    // There is none below, and the key alone would edit a message.
    await bob.keyboard.press('Alt+ArrowDown');
    await bob.keyboard.press('Alt+ArrowUp');
    await receivesFocus(field('Carol'));
    await bob.keyboard.press('Alt+Shift+ArrowDown');
    await field('Carol').waitFor();
    await openChat(alice, 'Bob');
    await sendText(alice, 'Bob', 'Anybody there?');
    await bob.locator('.chat-row .count').waitFor();
    await bob.keyboard.press('Alt+Shift+ArrowUp');
    await receivesFocus(field('Alice'));
  });

  it('are listed by ?, not where somebody writes, and not for who has turned that off', async () => {
    await field('Alice').press('?');
    expect(await field('Alice').inputValue()).toBe('?');
    expect(await list(bob).count()).toBe(0);
    await field('Alice').fill('');
    await bob.getByRole('link', { name: 'Settings' }).click();
    await bob.getByRole('heading', { name: 'Settings' }).waitFor();
    await bob.keyboard.press('?');
    await list(bob).getByText('Next conversation').waitFor();
    expect(await axeFindings(bob)).toEqual([]);
    expect(await overflow(bob)).toEqual([]);
    await list(bob).getByRole('checkbox').uncheck();
    await bob.keyboard.press('Escape');
    await list(bob).waitFor({ state: 'detached' });
    await bob.reload();
    await bob.getByRole('heading', { name: 'Settings' }).waitFor();
    await bob.keyboard.press('?');
    await bob.keyboard.press('Control+k');
    await switcher().waitFor();
    expect(await list(bob).count()).toBe(0);
  });
});

it('nothing of it is a fault of a page', () => {
  expect([...people.alice.consoleErrors, ...people.bob.consoleErrors]).toEqual([]);
});
