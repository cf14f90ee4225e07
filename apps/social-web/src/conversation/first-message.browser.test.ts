import { befriend, openChat, sendText, signInAs, startTwoPeople } from '../testing/people.js';
import type { TwoPeople } from '../testing/people.js';

let people: TwoPeople;
beforeAll(async () => {
  people = await startTwoPeople();
});
afterAll(() => people?.close());

it('the first message to a friend can be written on while the list of chats is read anew, page by page', async () => {
  const { browser, server, alice, bob } = people;
  const { page } = alice;
  await sendText(bob.page, 'Alice', 'of another conversation');
  const [carol, dora] = [
    await signInAs(browser, server.url, 'Carol'),
    await signInAs(browser, server.url, 'Dora'),
  ];
  for (const [name, friend] of [
    ['Carol', carol],
    ['Dora', dora],
  ] as const) {
    await page.goto(`${server.url}/friends/all`);
    await befriend(page, friend.page, name);
  }
  await openChat(page, 'Carol');
  await sendText(page, 'Carol', 'one more');
  await page.locator('.message-pending').waitFor({ state: 'detached' });
  // Two conversations are more than a page, of which the second takes long.
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let pages = 0;
  await page.context().route('**/api/chats?*', async (route) => {
    if (new URL(route.request().url()).searchParams.has('cursor')) await released;
    pages += 1;
    await route.continue({ url: route.request().url().replace('limit=100', 'limit=1') });
  });
  await page.getByRole('link', { name: 'Friends' }).click();
  await page.getByRole('link', { name: 'Message: Dora' }).click();
  const field = page.getByLabel('Message Dora');
  await field.pressSequentially('I have always wanted ');
  const written = await field.elementHandle();
  // A friend event has the list read anew.
  const eve = await signInAs(browser, server.url, 'Eve');
  await eve.page.getByRole('link', { name: 'Friends' }).click();
  await eve.page.getByLabel('Add a friend').fill('alice@example.test');
  await eve.page.getByRole('button', { name: 'Send request' }).click();
  while (pages === 0) await page.waitForTimeout(50);
  await page.waitForTimeout(300);
  await page.keyboard.type('to ask you something');
  expect(await written.evaluate((one) => one.isConnected && one === document.activeElement)).toBe(
    true,
  );
  expect(await field.inputValue()).toBe('I have always wanted to ask you something');
  release();
  for (const one of [carol, dora, eve]) await one.page.context().close();
});
