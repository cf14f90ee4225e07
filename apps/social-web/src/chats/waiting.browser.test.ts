import type { Page } from 'playwright-core';
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

beforeAll(async () => {
  people = await startTwoPeople();
  alice = people.alice.page;
});
afterAll(() => people?.close());

const row = (text: string) => alice.locator('.chat-row', { hasText: text });
const message = (text: string) => alice.locator('.message', { hasText: text });

async function block(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Friends' }).click();
  await page.getByRole('link', { name: 'All' }).click();
  await page.getByRole('button', { name: 'More about Alice' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByRole('link', { name: 'Blocked' }).click();
  await page.getByRole('button', { name: 'Unblock: Alice' }).waitFor();
}

it('what waits for a friend to whom nothing was written yet is in the list, and can be found when they are a friend no more', async () => {
  const fay = await signInAs(people.browser, people.server.url, 'Fay');
  await befriend(alice, fay.page, 'Fay');
  await alice.getByRole('link', { name: 'Message: Fay' }).click();
  await alice.getByLabel('Message Fay').waitFor();
  await alice.context().setOffline(true);
  await sendText(alice, 'Fay', 'precious words');
  await alice.getByRole('link', { name: 'Chats' }).click();
  await row('precious words').getByText('Fay').waitFor();
  await block(fay.page);
  await fay.page.context().close();
  await alice.context().setOffline(false);
  await row('precious words').getByText('Not sent').waitFor();
  await alice.reload();
  await row('precious words').getByRole('link').click();
  await message('precious words').getByText('You are not friends.').waitFor();
  await message('precious words').getByRole('button', { name: 'Discard' }).click();
  await row('precious words').waitFor({ state: 'detached' });
});

it('so is a file that was chosen for them, which can be discarded; nothing is said of a history that there is not', async () => {
  const ida = await signInAs(people.browser, people.server.url, 'Ida');
  await alice.goto(`${people.server.url}/friends/all`);
  await befriend(alice, ida.page, 'Ida');
  await alice.getByRole('link', { name: 'Message: Ida' }).click();
  const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('a plan') };
  await alice.locator('.composer input[type=file]').setInputFiles(file);
  await alice.locator('.chosen').getByText('plan.txt').waitFor();
  await block(ida.page);
  await ida.page.context().close();
  await alice.locator('.conversation-closed').getByText('plan.txt').waitFor();
  await alice.goto(`${people.server.url}/chats`);
  await row('Draft:File').getByRole('link').click();
  await alice.locator('.conversation-closed').getByText('plan.txt').waitFor();
  expect(await alice.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await alice.getByRole('button', { name: 'Discard' }).click();
  await row('Draft:File').waitFor({ state: 'detached' });
});

it('a chat that is not open shows what waits for it, and what was refused', async () => {
  const gus = await signInAs(people.browser, people.server.url, 'Gus');
  await alice.goto(`${people.server.url}/friends/all`);
  await befriend(alice, gus.page, 'Gus');
  await alice.getByRole('link', { name: 'Message: Gus' }).click();
  await sendText(alice, 'Gus', 'hello');
  await alice.locator('.message-pending').waitFor({ state: 'detached' });
  await row('hello').waitFor();
  await alice.context().setOffline(true);
  await sendText(alice, 'Gus', 'precious two');
  await alice.getByRole('link', { name: 'Chats' }).click();
  await row('precious two').getByText('You:').waitFor();
  await block(gus.page);
  await gus.page.context().close();
  await alice.context().setOffline(false);
  await row('precious two').getByText('Not sent').waitFor();
});

async function act(text: string, action: string): Promise<void> {
  await message(text).hover();
  await message(text).getByRole('button', { name: 'Message actions' }).click();
  await alice.getByRole('menuitem', { name: action, exact: true }).click();
}

async function remove(text: string, action: string): Promise<void> {
  await act(text, action);
  await alice.getByRole('dialog').getByRole('button', { name: action }).click();
}

async function edit(before: string, after: string): Promise<void> {
  await act(before, 'Edit');
  await alice.getByLabel('Editing a message').fill(after);
  await alice.keyboard.press('Enter');
  await message(after).waitFor();
}

it('the list shows a message as the conversation does while changes wait, and what was refused of them', async () => {
  await alice.goto(people.server.url);
  await openChat(alice, 'Bob');
  for (const text of ['first', 'second', 'third']) await sendText(alice, 'Bob', text);
  await alice.locator('.message-pending', { hasText: 'third' }).waitFor({ state: 'detached' });
  await row('third').waitFor();
  await alice.context().setOffline(true);
  await edit('third', 'third, better');
  await row('third, better').waitFor();
  await remove('third, better', 'Delete for both');
  await row('Message deleted').waitFor();
  await remove('This message was deleted.', 'Delete for me');
  await row('second').waitFor();
  await alice.reload();
  await row('second').waitFor();
  await alice.goto(`${people.server.url}/chats`);
  await row('second').waitFor();
  await alice.context().setOffline(false);
  await row('second').getByRole('link').click();
  await message('This message was deleted.').waitFor({ state: 'detached' });

  await alice.context().route('**/api/message/edit', (route) => {
    const problem = { code: 'too_late', status: 409, detail: '' };
    return route.fulfill({ status: 409, json: problem });
  });
  await act('second', 'Edit');
  await alice.getByLabel('Editing a message').fill('second, better');
  await alice.keyboard.press('Enter');
  await row('second, better').getByText('Not saved:').waitFor();
  await row('second, better').getByRole('link').click();
  await message('second, better').getByRole('button', { name: 'Discard' }).click();
  await row('second').getByText('You:').waitFor();
  await row('Not saved').waitFor({ state: 'detached' });
});
