import type { Page } from 'playwright-core';
import type { Chat } from '../api/chats.js';
import { axeFindings } from '../testing/axe.js';
import { press, receivesFocus } from '../testing/keyboard.js';
import { overflow } from '../testing/overflow.js';
import { openChat, sendText, startTwoPeople, type TwoPeople } from '../testing/people.js';
import { isControlled } from '../testing/worker.js';

let people: TwoPeople;
let alice: Page;
/** Two tabs of one person. */
let bob: Page;
let second: Page;

beforeAll(async () => {
  people = await startTwoPeople();
  [alice, bob] = [people.alice.page, people.bob.page];
  await sendText(alice, 'Bob', 'the first one');
  await bob.locator('.bubble', { hasText: 'the first one' }).waitFor();
  await bob.goto(`${people.server.url}/chats`);
  second = await bob.context().newPage();
  await second.goto(`${people.server.url}/chats`);
  await row(second).waitFor();
  await bob.bringToFront();
});
afterAll(() => people?.close());

const row = (page: Page) => page.locator('.chat-row', { hasText: 'Alice' });
const dot = (page: Page) => row(page).getByText('Marked as unread');
const entry = (page: Page) => page.getByRole('link', { name: /^Archived/ });
const menuButton = (page: Page) =>
  page.getByRole('button', { name: 'Actions for the chat with Alice' });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });

async function choose(page: Page, action: string): Promise<void> {
  await page.bringToFront();
  await row(page).hover();
  await menuButton(page).click();
  await item(page, action).click();
}

/** As the server has it, once it has what is queued. */
async function stored(wanted: Partial<Chat>): Promise<void> {
  await expect(
    bob.evaluate(async (parts) => {
      for (;;) {
        const { chats } = (await (await fetch('/api/chats')).json()) as { chats: Chat[] };
        const [chat] = chats as unknown as [Record<string, unknown>];
        if (Object.entries(parts).every(([key, value]) => chat[key] === value)) return 'stored';
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }, wanted),
  ).resolves.toBe('stored');
}

async function archiveAndUndo(): Promise<void> {
  await choose(bob, 'Archive');
  await stored({ archived: true });
  await bob.getByRole('button', { name: 'Undo' }).click();
  await stored({ archived: false });
}

describe('the archive', () => {
  it('takes a chat by the keyboard, in every tab, and gives it back by a press on "Undo"', async () => {
    await row(bob).getByRole('link').focus();
    await press(menuButton(bob));
    await bob.getByRole('menu').waitFor();
    await press(item(bob, 'Archive'), 'ArrowDown');
    await bob.getByText('Archived.').waitFor();
    for (const page of [bob, second]) {
      await entry(page).getByText('1 conversation').waitFor();
      await row(page).waitFor({ state: 'detached' });
    }
    await bob.getByRole('button', { name: 'Undo' }).click();
    for (const page of [bob, second]) {
      await row(page).waitFor();
      await entry(page).waitFor({ state: 'detached' });
    }
    await stored({ archived: false });
  });

  it('is a list of its own, there after a reload and without a network', async () => {
    await choose(bob, 'Archive');
    await stored({ archived: true });
    await entry(bob).focus();
    await bob.keyboard.press('Enter');
    await row(bob).waitFor();
    await receivesFocus(bob.getByRole('link', { name: 'All conversations' }));
    expect(await axeFindings(bob)).toEqual([]);
    await isControlled(bob);
    await bob.reload();
    await row(bob).waitFor();
    await bob.context().setOffline(true);
    await bob.reload();
    await row(bob).waitFor();
    // The conversation stands beside the list from which it was opened.
    await row(bob).getByRole('link').click();
    await bob.getByLabel('Message Alice').waitFor();
    await row(bob).waitFor();
    await bob.getByRole('link', { name: 'All conversations' }).focus();
    await bob.keyboard.press('Enter');
    await entry(bob).waitFor();
    await bob.getByLabel('Message Alice').waitFor();
    await receivesFocus(entry(bob));
    expect(await axeFindings(bob)).toEqual([]);
    await bob.context().setOffline(false);
  });

  it('loses a chat by a message in it', async () => {
    await sendText(alice, 'Bob', 'out of there');
    for (const page of [bob, second]) {
      await row(page).getByText('out of there').waitFor();
      await entry(page).waitFor({ state: 'detached' });
    }
    // The conversation is on the screen, and there is a network again: what follows counts what comes after this.
    await stored({ unread: 0 });
  });

  it('keeps one that is muted, of which nothing counts elsewhere', async () => {
    await bob.goto(`${people.server.url}/chats`);
    await choose(bob, 'Mute for good');
    await bob.getByText('You are not notified').waitFor();
    await choose(bob, 'Archive');
    await stored({ archived: true });
    await sendText(alice, 'Bob', 'unheard');
    await entry(second).click();
    await row(second).getByText('unheard').waitFor();
    await row(second).getByText('1 unread message').waitFor();
    expect(await second.title()).not.toContain('1');
    await choose(second, 'Unmute');
    await second.getByText('You are notified').waitFor();
    expect(await second.title()).not.toContain('1');
    await choose(second, 'Unarchive');
    await second.getByText('Nothing is archived.').waitFor();
    await second.waitForFunction(() => document.title.includes('1'));
    await second.getByRole('link', { name: 'All conversations' }).click();
    await row(bob).waitFor();
  });

  it('waits with what is queued, while there is no network', async () => {
    await bob.context().setOffline(true);
    await choose(bob, 'Archive');
    await entry(bob).waitFor();
    await bob.reload();
    await entry(bob).waitFor();
    await entry(second).waitFor();
    await bob.context().setOffline(false);
    await stored({ archived: true });
    await entry(bob).click();
    await choose(bob, 'Unarchive');
    await stored({ archived: false });
    await bob.getByRole('link', { name: 'All conversations' }).click();
  });
});

describe('a chat', () => {
  it('is marked as unread in its head, which leads out of it, and counts until it is opened', async () => {
    await openChat(bob, 'Alice');
    await bob.locator('.bubble', { hasText: 'unheard' }).waitFor();
    await stored({ unread: 0 });
    await bob.getByRole('button', { name: 'More about Alice' }).click();
    await item(bob, 'Mark as unread').click();
    await bob.getByLabel('Message Alice').waitFor({ state: 'detached' });
    for (const page of [bob, second]) {
      await dot(page).waitFor();
      await page.waitForFunction(() => document.title.includes('1'));
    }
    expect(await axeFindings(bob)).toEqual([]);
    await stored({ markedUnread: true });
    await bob.reload();
    await dot(bob).waitFor();
    await openChat(bob, 'Alice');
    for (const page of [bob, second]) await dot(page).waitFor({ state: 'detached' });
    await stored({ markedUnread: false });
  });

  it('is marked as read in its row, whatever is unread', async () => {
    await bob.goto(`${people.server.url}/chats`);
    await choose(bob, 'Mark as unread');
    await dot(second).waitFor();
    await choose(bob, 'Mark as read');
    await dot(second).waitFor({ state: 'detached' });
    await sendText(alice, 'Bob', 'read without a look');
    await row(bob).getByText('1 unread message').waitFor();
    await choose(bob, 'Mark as read');
    for (const page of [bob, second])
      await row(page).getByText('1 unread message').waitFor({ state: 'detached' });
    await stored({ unread: 0, markedUnread: false });
  });

  it('is put away also while a tab of a release before, which would drop that, sends what is queued', async () => {
    await second.goto(`${people.server.url}/openapi.json`);
    await second.evaluate(sendAsBefore);
    // It waits for the lock, which goes to it when this tab is loaded anew.
    await bob.goto(`${people.server.url}/chats`);
    await archiveAndUndo();
  });

  it('has a menu that a finger meets, from right to left as well', async () => {
    const { browser, server } = people;
    const state = await bob.context().storageState();
    const context = await browser.newContext({
      ...{ locale: 'ar', viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
      storageState: state,
    });
    const phone = await context.newPage();
    await phone.goto(`${server.url}/chats`);
    const button = row(phone).getByRole('button');
    await row(phone).getByRole('link').waitFor();
    const box = (await button.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    // At the end of the row, which is on the left.
    expect(box.x).toBeLessThan(60);
    await button.tap();
    const archive = item(phone, 'أرشفة');
    await archive.waitFor();
    expect((await archive.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await archive.tap();
    const link = phone.locator('.chats-archive');
    await link.waitFor();
    expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    expect(await overflow(phone)).toEqual([]);
    await context.close();
  });
});

it('nothing of it is a fault of a page', () => {
  const errors = [people.alice, people.bob].flatMap(({ consoleErrors }) => consoleErrors);
  expect(errors).toEqual([]);
});

/** What a release did that knew messages, their changes and read marks alone. */
async function sendAsBefore(): Promise<void> {
  const session = (await (await fetch('/api/auth/session')).json()) as { user: { id: string } };
  const prefix = `queue/${session.user.id}/`;
  const drop = () => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(prefix))) {
      const { change } = JSON.parse(localStorage.getItem(key)!) as { change: { kind: string } };
      if (!['send', 'edit', 'delete', 'react', 'read'].includes(change.kind))
        localStorage.removeItem(key);
    }
  };
  void navigator.locks.request(prefix, () => {
    addEventListener('storage', drop);
    return new Promise(() => {});
  });
}
