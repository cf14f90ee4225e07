import type { Page } from 'playwright-core';
import { openChat, sendText, startTwoPeople, type TwoPeople } from '../testing/people.js';
import { holdUploads, uploads } from '../testing/held-uploads.js';
import { keptBy } from '../testing/kept.js';

let people: TwoPeople;
let bob: Page;
let chat: string;
let ids: readonly string[];

beforeAll(async () => {
  people = await startTwoPeople();
  bob = people.bob.page;
  chat = bob.url();
  ids = new URL(chat).pathname.split('/').at(-1)!.split('--');
});
afterAll(() => people?.close());

const bubble = (page: Page, text: string) => page.locator('.bubble', { hasText: text });

/** In a tab of its own, while somebody else may be signed in there. */
async function signInBeside(page: Page, name: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(`${people.server.url}/api/auth/signin`);
  await tab.getByRole('button', { name: /Local/ }).click();
  await tab.getByLabel('Another name').fill(name);
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click();
  return tab;
}

describe('a tab that has not heard yet of another person who has signed in', () => {
  it('sends nothing in their name, and then shows what is theirs', async () => {
    const { alice } = people;
    const context = bob.context();
    const own = await context.cookies();
    const release = await holdUploads(bob);
    const uploading = bob.waitForRequest(uploads);
    await bob.locator('.composer input[type=file]').setInputFiles({
      ...{ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('a plan of Bob') },
    });
    await sendText(bob, 'Alice', 'Bob’s file');
    await sendText(bob, 'Alice', 'Bob’s words');
    await uploading;
    await context.addCookies(await alice.page.context().cookies());
    await release();
    // The conversation is one of hers, too.
    await bob.getByRole('button', { name: 'Skip for now' }).click();
    await bob.getByLabel('Message Bob').waitFor();
    await openChat(alice.page, 'Bob');
    await sendText(alice.page, 'Bob', 'Alice’s own');
    await bubble(alice.page, 'Alice’s own').waitFor();
    expect(await alice.page.locator('.bubble').allTextContents()).toEqual(['Alice’s own']);
    await context.clearCookies();
    await context.addCookies(own);
    await bob.goto(chat);
    await bob.getByRole('button', { name: 'Skip for now' }).click();
    await bubble(bob, 'Alice’s own').waitFor();
    expect(await keptBy(bob)).not.toContain('Bob’s words');
  });
});

describe('a tab at a chat of somebody in whose place another person signs in', () => {
  it('shows the list of chats, and keeps nothing of them', async () => {
    await bob.getByLabel('Message Alice').fill('A draft for Alice');
    const tab = await signInBeside(bob, 'Cleo');
    await tab.getByRole('button', { name: 'Skip for now' }).click();
    await bob.getByRole('heading', { level: 1, name: 'Chats' }).waitFor();
    expect(new URL(bob.url()).pathname).toBe('/chats');
    // Also when it is opened anew with that address: it was reloaded, or is in a list of what was visited.
    await bob.goto(chat);
    await bob.getByRole('heading', { level: 1, name: 'Chats' }).waitFor();
    expect(new URL(bob.url()).pathname).toBe('/chats');
    // Longer than what is known waits until it is written.
    await bob.waitForTimeout(1_000);
    const kept = await keptBy(bob);
    expect(kept).toContain('Cleo');
    for (const id of ids) expect(kept).not.toContain(id);
    expect(kept).not.toContain('A draft');
    await tab.close();
  });

  it('leaves that address already when its person signs out in another tab', async () => {
    const alice = people.alice.page;
    // With what the device keeps of her.
    await alice.reload();
    await alice.getByLabel('Message Bob').waitFor();
    const tab = await alice.context().newPage();
    await tab.goto(`${people.server.url}/settings`);
    await tab.getByRole('button', { name: 'Sign out', exact: true }).click();
    await alice.getByRole('button', { name: 'Continue with Local' }).waitFor();
    expect(new URL(alice.url()).pathname).toBe('/chats');
    await tab.close();
  });

  it('shows none of the people of the former person, also while the server does not say who else is there', async () => {
    const alice = people.alice.page;
    await alice.route('**/api/friends*', (route) => route.abort());
    const tab = await signInBeside(alice, 'Dora');
    await tab.getByRole('button', { name: 'Skip for now' }).click();
    await alice.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await alice.getByRole('link', { name: 'Friends' }).click();
    await alice.getByRole('heading', { level: 1, name: 'Friends' }).waitFor();
    await alice.waitForTimeout(300);
    expect(await alice.locator('#root').textContent()).not.toContain('Bob');
    await alice.unroute('**/api/friends*');
    await tab.close();
  });
});

it('the question for a handle that is passed over in one tab is not left in another one', async () => {
  // Who has passed it over is not asked again: another try is of another person.
  const tab = await signInBeside(bob, `Dora ${Date.now()}`);
  const skips = [tab, bob].map((each) => each.getByRole('button', { name: 'Skip for now' }));
  for (const skip of skips) await skip.waitFor();
  await skips[0]!.click();
  await bob.getByRole('heading', { level: 1, name: 'Chats' }).waitFor();
  await tab.close();
});
