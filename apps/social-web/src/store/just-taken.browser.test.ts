import type { Page } from 'playwright-core';
import { sendText, startTwoPeople, type TwoPeople } from '../testing/people.js';

let people: TwoPeople;
let alice: Page;
let bob: Page;

beforeAll(async () => {
  people = await startTwoPeople();
  [alice, bob] = [people.alice.page, people.bob.page];
});
afterAll(() => people?.close());

const message = (text: string) => alice.locator('.message', { hasText: text });

async function act(text: string, action: string): Promise<void> {
  await message(text).hover();
  await message(text).getByRole('button', { name: 'Message actions' }).click();
  await alice.getByRole('menuitem', { name: action, exact: true }).click();
}

async function sent(text: string): Promise<void> {
  await sendText(alice, 'Bob', text);
  await message(text).waitFor();
  await alice.locator('.message-pending').waitFor({ state: 'detached' });
}

/** As of a page that is closed before it has written what it knows. */
function keepNoChats(): void {
  const put: unknown = Reflect.get(IDBObjectStore.prototype, 'put');
  IDBObjectStore.prototype.put = function (value: unknown, key: string) {
    if (/^(chat|newest|list|position)/.test(key)) throw new Error('closed');
    return Reflect.apply(put as () => IDBRequest<IDBValidKey>, this, [value, key]);
  };
}

it('what the server has taken just before the page was closed is there in the next one, also without a server', async () => {
  for (const text of ['to be changed', 'to be deleted']) await sent(text);
  await bob.locator('.message', { hasText: 'to be deleted' }).waitFor();
  await alice.evaluate(() => navigator.serviceWorker.ready);
  // What is known by now is kept.
  await alice.reload();
  await message('to be deleted').waitFor();
  await alice.waitForTimeout(1_000);
  await alice.evaluate(keepNoChats);
  await sent('just sent');
  await act('to be changed', 'Edit');
  await alice.getByLabel('Editing a message').fill('changed');
  await alice.keyboard.press('Enter');
  await act('to be deleted', 'Delete for both');
  await alice.getByRole('dialog').getByRole('button', { name: 'Delete for both' }).click();
  await bob.locator('.message', { hasText: 'changed' }).getByText('edited').waitFor();
  await bob.locator('.message', { hasText: 'to be deleted' }).waitFor({ state: 'detached' });
  await alice.locator('.message-pending').waitFor({ state: 'detached' });
  await alice.context().setOffline(true);
  await alice.reload();
  await message('just sent').waitFor();
  await message('changed').getByText('edited').waitFor();
  expect(await message('to be').count()).toBe(0);
  expect(await alice.locator('.chat-row').innerText()).toContain('just sent');
  await alice.goto(`${people.server.url}/chats`);
  await alice.locator('.chat-row', { hasText: 'just sent' }).waitFor();
  await alice.context().setOffline(false);
  await alice.locator('.chat-row', { hasText: 'just sent' }).waitFor();
});
