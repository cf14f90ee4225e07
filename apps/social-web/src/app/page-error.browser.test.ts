import type { Page } from 'playwright-core';
import { damageOnceKept } from '../testing/damage.js';
import { holdUploads } from '../testing/held-uploads.js';
import { keptKeys } from '../testing/kept.js';
import { sendText, startTwoPeople, type TwoPeople } from '../testing/people.js';

let people: TwoPeople;
let alice: Page;
let bob: Page;
let chat: string;

beforeAll(async () => {
  people = await startTwoPeople();
  [alice, bob] = [people.alice.page, people.bob.page];
  await sendText(alice, 'Bob', 'Still here');
  await bubble(bob, 'Still here').waitFor();
  chat = bob.url();
  await bob.evaluate(() => navigator.serviceWorker.ready);
});
beforeEach(async () => {
  // Another try of a test begins as the first one did.
  await bob.context().setOffline(false);
  await bob.goto(chat);
  await bubble(bob, 'Still here').waitFor();
});
afterAll(() => people?.close());

const bubble = (page: Page, text: string) => page.locator('.bubble', { hasText: text }).last();

/** One is in a message that waits, the other is chosen for the next one. */
async function writeUnsent(words: string): Promise<void> {
  const input = bob.locator('.composer input[type=file]');
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(words) });
  await input.setInputFiles(file(`${words} queued.txt`));
  await sendText(bob, 'Alice', words);
  while ((await keptKeys(bob, 'file/')).length === 0) await bob.waitForTimeout(50);
  await input.setInputFiles(file(`${words} chosen.txt`));
  await bob.getByLabel('Message Alice').fill(`${words}, to be continued`);
  while ((await keptKeys(bob, 'shared/file/')).length === 0) await bob.waitForTimeout(50);
}

async function isUnsent(words: string): Promise<void> {
  await bob.getByText(`${words} chosen.txt`).first().waitFor();
  expect(await bob.getByLabel('Message Alice').inputValue()).toBe(`${words}, to be continued`);
}

/** Until the queue is empty, and the field. */
async function sendAll(words: string): Promise<void> {
  await isUnsent(words);
  await bob.getByLabel('Message Alice').press('Enter');
  for (const name of ['queued', 'chosen'])
    await alice.getByText(`${words} ${name}.txt`).first().waitFor();
}

it('an error of a page takes what was read and may be its reason, and nothing that is unsent', async () => {
  await bob.context().setOffline(true);
  await writeUnsent('page');
  // As of a person whom this release cannot show.
  const people = { friends: [null], incoming: [], outgoing: [] };
  await damageOnceKept(bob, 'friends', { data: people, at: Date.now() });
  await bob.goto(new URL('/friends/all', chat).href);
  await bob.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
  while ((await keptKeys(bob, 'friends')).length > 0) await bob.waitForTimeout(50);
  expect(await keptKeys(bob, 'file/')).toHaveLength(1);
  expect(await keptKeys(bob, 'shared/file/')).toHaveLength(1);
  expect(await keptKeys(bob, 'step/queue/')).not.toEqual([]);
  // It is loaded anew by itself.
  await bob.context().setOffline(false);
  await bob.getByLabel('Add a friend').waitFor();
  await bob.goto(chat);
  await sendAll('page');
});

it('nor does a damaged record that a start finds', async () => {
  const release = await holdUploads(bob);
  await writeUnsent('start');
  await damageOnceKept(bob, 'list', { chats: 1 });
  await bob.reload();
  await isUnsent('start');
  while ((await keptKeys(bob, 'chat/')).length === 0) await bob.waitForTimeout(50);
  expect(await keptKeys(bob, 'file/')).toHaveLength(1);
  await release();
  await sendAll('start');
});
