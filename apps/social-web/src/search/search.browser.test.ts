import { axeFindings } from '../testing/axe.js';
import { overflow } from '../testing/overflow.js';
import { continueAs, sendText, startTwoPeople, type TwoPeople } from '../testing/people.js';

let people: TwoPeople;

beforeAll(async () => {
  people = await startTwoPeople();
  const { alice, bob } = people;
  await sendText(alice.page, 'Bob', 'An apple, éclair and APPLE pie');
  await sendText(bob.page, 'Alice', 'Apples for <b>you</b>');
  await alice.page.locator('.bubble', { hasText: 'Apples' }).waitFor();
});
afterAll(() => people?.close());

const dayFromNow = (days: number) => {
  const day = new Date(Date.now() + days * 86_400_000);
  const two = (n: number) => `${n}`.padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
};

it('a search marks what it found; its filters stand in the address, and hold without a network', async () => {
  const { page } = people.alice;
  const found = (text: string) => page.locator('.found-row', { hasText: text });
  const count = (n: number) =>
    page
      .getByRole('status')
      .filter({ hasText: `${n} result` })
      .waitFor();
  const params = () => Object.fromEntries(new URL(page.url()).searchParams);
  await page.getByRole('link', { name: 'Search' }).click();
  await page.getByLabel('Search your messages').fill('app éc');
  await count(1);
  expect(await found('pie').locator('mark').allTextContents()).toEqual(['app', 'éc', 'APP']);
  await page.getByLabel('Search your messages').fill('app');
  await count(2);

  await page.getByLabel('Written by').selectOption('You');
  await count(1);
  await found('pie').waitFor();
  await page.getByRole('button', { name: 'In all conversations' }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('bo');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'with Bob' }).waitFor();
  await page.getByLabel('Written by').selectOption('Bob');
  await found('for <b>you</b>').waitFor();
  await count(1);
  expect(params()).toEqual({ by: 'them', chat: expect.stringContaining('--') });
  await page.getByLabel('From').fill(dayFromNow(2));
  await page.getByText('Nothing found.').waitFor();
  await page.goBack();
  await count(1);
  await page.getByLabel('To').fill(dayFromNow(1));
  await count(1);
  expect(await axeFindings(page)).toEqual([]);
  // What its sender deletes meanwhile is found no more.
  await sendText(people.bob.page, 'Alice', 'Applause, for a moment');
  await page.getByLabel('Search your messages').fill('applau');
  await found('for a moment').waitFor();
  const row = people.bob.page.locator('.message', { hasText: 'Applause' });
  await row.hover();
  await row.getByRole('button', { name: 'Message actions' }).click();
  await people.bob.page.getByRole('menuitem', { name: 'Delete for both' }).click();
  await people.bob.page.getByRole('button', { name: 'Delete for both' }).click();
  await found('for a moment').waitFor({ state: 'detached' });
  await page.getByLabel('Search your messages').fill('app');
  await page.waitForFunction(() => history.state?.q === 'app');
  await count(1);
  await page.setViewportSize({ width: 360, height: 640 });
  expect(await overflow(page)).toEqual([]);

  await page.reload();
  await found('for <b>you</b>').waitFor();
  expect(await page.getByLabel('To').inputValue()).toBe(dayFromNow(1));
  await page.context().setOffline(true);
  await page.getByLabel('Search your messages').fill('appl');
  await page.getByText('Without the server').waitFor();
  await found('for <b>you</b>').waitFor();
  await count(1);
  await page.getByLabel('Written by').selectOption('You');
  await found('pie').waitFor();
  await count(1);
  await page.context().setOffline(false);
});

it('what cannot be searched for is told so, and a chat that the address has wrong is left out', async () => {
  const { page } = people.alice;
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/search?q=${'x'.repeat(201)}`);
  await page.getByText('at most 200 characters').waitFor();
  await page.getByLabel('Search your messages').fill('!');
  await page.getByText('Type at least one letter or digit.').waitFor();
  await page.getByLabel('Search your messages').fill('app\ud83d');
  await page.getByRole('status').filter({ hasText: '2 results' }).waitFor();
  await page.goto(`${origin}/search?q=app&chat=00000000-0000-7000-8000-00000000000ax--me`);
  await page.getByRole('status').filter({ hasText: '2 results' }).waitFor();
});

it('what somebody searched for is not there for the next person at the browser', async () => {
  const { page } = people.alice;
  await page.getByRole('link', { name: 'Chats' }).click();
  await page.getByRole('link', { name: 'Search' }).click();
  const field = page.getByLabel('Search your messages');
  await field.fill('applause');
  await page.waitForFunction(() => history.state?.q === 'applause');
  await page.getByRole('link', { name: 'Friends' }).click();
  await page.goBack();
  expect(await field.inputValue()).toBe('applause');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('button', { name: 'Continue with Local' }).waitFor();
  await page.goBack();
  await page.waitForFunction(() => location.pathname === '/search' && history.state === null);
  await page.getByRole('button', { name: 'Continue with Local' }).waitFor();
  await page.goForward();
  await continueAs(page, 'Fay');
  await page.getByRole('button', { name: 'Skip for now' }).click();
  while (!page.url().includes('/search')) await page.goBack();
  await field.waitFor();
  expect(await field.inputValue()).toBe('');
  expect(await page.locator('body').textContent()).not.toContain('applause');
  expect(await page.evaluate(() => history.state)).toBeNull();
});
