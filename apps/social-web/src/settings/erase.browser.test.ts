import type { Page } from 'playwright-core';
import { keptBy } from '../testing/kept.js';
import { startTwoPeople, type TwoPeople } from '../testing/people.js';

let people: TwoPeople;
let alice: Page;

beforeAll(async () => {
  people = await startTwoPeople();
  alice = people.alice.page;
});
afterAll(() => people?.close());

it('an account that is deleted leaves nothing on the device, also where the reply to that is lost', async () => {
  await alice.getByLabel('Message Bob').fill('a draft that nobody will send');
  const file = { name: 'unsent.txt', mimeType: 'text/plain', buffer: Buffer.from('never sent') };
  await alice.locator('.composer input[type=file]').setInputFiles(file);
  await alice.locator('.chosen').getByText('unsent.txt').waitFor();
  while (!(await keptBy(alice)).includes('shared/file/')) await alice.waitForTimeout(50);
  await alice.getByRole('link', { name: 'Settings' }).click();
  await alice.getByRole('button', { name: 'Delete account' }).click();
  await alice.getByLabel('Type alice@example.test to confirm').fill('alice@example.test');
  let isReached = true;
  await alice.route('**/api/**', (route) => (isReached ? route.fallback() : route.abort()));
  await alice.route('**/api/account', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback();
    await route.fetch();
    isReached = false;
    await route.abort();
  });
  await alice.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click();
  await alice.getByText('The server cannot be reached').first().waitFor();
  expect(await keptBy(alice)).toContain('a draft that nobody will send');
  isReached = true;
  await alice.getByRole('button', { name: 'Continue with Local' }).waitFor();
  for (let kept = 'alice'; /alice|draft|shared|queue/i.test(kept); kept = await keptBy(alice))
    await alice.waitForTimeout(50);
});
