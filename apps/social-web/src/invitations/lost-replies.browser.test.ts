import { startChromium } from '@triptych/testing/chromium';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { signInAs } from '../testing/people.js';
import { startSocialServer, type SocialServer } from '../testing/social-server.js';

let server: SocialServer;
let browser: Browser;
let alice: Page;
let guest: Page;
let context: BrowserContext;

beforeAll(async () => {
  [server, browser] = await Promise.all([startSocialServer(), startChromium()]);
  ({ page: alice } = await signInAs(browser, server.url, 'Alice'));
});
beforeEach(() => guests++);
afterEach(() => context.close());
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const open = '**/api/invitations/open';
const accept = '**/api/invitations/accept';
let guests = 0;

async function makeLink(people = '1'): Promise<string> {
  await alice.goto(`${server.url}/friends/invite`);
  await alice.getByLabel('A link for').selectOption(people);
  await alice.getByRole('button', { name: 'Make a link' }).click();
  return alice.getByLabel('Your link', { exact: true }).last().inputValue();
}

async function newGuest(): Promise<void> {
  ({ page: guest } = await signInAs(browser, server.url, `Guest ${guests}`));
  context = guest.context();
}

const isAsked = () => guest.getByText('Alice invites you to become friends.').waitFor();
const press = () => guest.getByRole('button', { name: 'Become friends' }).click();

it('who invites is asked for again, by a press, where the server was not reached', async () => {
  const link = await makeLink();
  await newGuest();
  await guest.route(open, (route) => route.abort());
  await guest.goto(link);
  const failure = guest.getByRole('alert').filter({ hasText: 'The server cannot be reached.' });
  await failure.waitFor();
  await guest.unroute(open);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await isAsked();
});

describe('an acceptance is done', () => {
  it.each([
    ['used up', '1'],
    ['of friends by now', '10'],
  ])('where its reply was lost and the link is %s', async (_what, people) => {
    const link = await makeLink(people);
    await newGuest();
    await guest.goto(link);
    await isAsked();
    // The server has done it; the client hears nothing of it.
    await guest.route(accept, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await Promise.all([guest.waitForEvent('requestfailed'), press()]);
    await guest.unroute(accept);
    // An event may have told of the friendship.
    await guest.getByRole('button', { name: /^(Become friends|Message)$/ }).click();
    await guest.getByLabel('Message Alice').waitFor();
  });

  it('and whoever opens the link again is told so, and not asked', async () => {
    const link = await makeLink('10');
    await newGuest();
    await guest.goto(link);
    await isAsked();
    await press();
    await guest.getByLabel('Message Alice').waitFor();
    await guest.goto('about:blank');
    await guest.goto(link);
    await guest.getByText('You and Alice are friends now.').waitFor();
    expect(await guest.getByRole('button', { name: 'Become friends' }).count()).toBe(0);
    await guest.getByRole('button', { name: 'Message', exact: true }).click();
    await guest.getByLabel('Message Alice').waitFor();
  });

  it('but not where the link is of no use any more and its maker is no friend', async () => {
    const link = await makeLink('100');
    await newGuest();
    await guest.goto(link);
    await isAsked();
    const revoke = alice.getByRole('button', { name: /^Revoke: For 100/ });
    await revoke.click();
    await revoke.waitFor({ state: 'detached' });
    await press();
    await guest.getByText('This link is not valid, or not any more.').waitFor();
  });
});
