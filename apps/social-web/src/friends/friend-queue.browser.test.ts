import { startChromium } from '@triptych/testing/chromium';
import type { Browser, BrowserContext, Page, Request, Route } from 'playwright-core';
import { signInAs } from '../testing/people.js';
import { startSocialServer, type SocialServer } from '../testing/social-server.js';

let server: SocialServer;
let browser: Browser;
let context: BrowserContext;
/** Two tabs of Alice. */
let one: Page;
let other: Page;
const asked = ['Bob', 'Cleo', 'Dora', 'Eve'];
const waits = 'Will be sent when you are online again';
/** What has left Alice's browser, in order. */
const sent: string[] = [];

beforeAll(async () => {
  [server, browser] = await Promise.all([startSocialServer(), startChromium()]);
  ({ page: one } = await signInAs(browser, server.url, 'Alice'));
  context = one.context();
  for (const name of asked) {
    const { page } = await signInAs(browser, server.url, name);
    await page.evaluate(askAlice);
    await page.context().close();
  }
  await one.goto(`${server.url}/friends/pending`);
  await button(one, 'Accept: Eve').waitFor();
  await one.evaluate(() => navigator.serviceWorker.ready);
  other = await context.newPage();
  await other.goto(`${server.url}/friends/pending`);
  await button(other, 'Accept: Eve').waitFor();
  context.on('request', (request: Request) => {
    const change = /\/api\/friends\/(\w+)$/.exec(request.url());
    if (change && request.method() === 'POST') sent.push(change[1]!);
  });
});
afterEach(() => void (sent.length = 0));
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const askAlice = async () => {
  const body = JSON.stringify({ email: 'alice@example.test' });
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch('/api/friends/add', { method: 'POST', body, headers });
  if (!reply.ok) throw new Error(`${reply.status}`);
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) => page.locator('.person', { hasText: name });
const gone = (page: Page, name: string) => row(page, name).waitFor({ state: 'detached' });
const shows = (page: Page, name: string, text: string) => row(page, name).getByText(text).waitFor();

async function block(page: Page, name: string): Promise<void> {
  await button(page, `More about ${name}`).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await button(page, 'Block').click();
}

/** As the server has it. */
const lists = async () => {
  const reply = await context.request.get(`${server.url}/api/friends`);
  const { friends, incoming, outgoing, blocked } = (await reply.json()) as Record<
    string,
    { name: string | null }[]
  >;
  const names = (people: { name: string | null }[] = []) => people.map(({ name }) => name).sort();
  return {
    friends: names(friends),
    incoming: names(incoming),
    outgoing: outgoing!.length,
    blocked: blocked!.length,
  };
};

describe('what is asked for without a network', () => {
  it('survives a reload, can be undone in any tab, and happens once and in order when it is back', async () => {
    await context.setOffline(true);
    await button(one, 'Accept: Bob').click();
    await shows(one, 'Bob', `Accept · ${waits}`);
    expect(await button(one, 'Undo: Bob').evaluate((it) => it === document.activeElement)).toBe(
      true,
    );
    await block(one, 'Eve');
    await button(one, 'Decline: Cleo').click();
    await one.getByLabel('Add a friend').fill('nobody@example.test');
    await one.keyboard.press('Enter');
    for (const name of ['Bob', 'Eve', 'Cleo', 'nobody@example.test'])
      await shows(other, name, waits);
    await button(other, 'Undo: Cleo').click();
    await button(one, 'Decline: Cleo').waitFor();
    await Promise.all([one.reload(), other.reload()]);
    for (const page of [one, other]) {
      await shows(page, 'Bob', `Accept · ${waits}`);
      await shows(page, 'Eve', `Block · ${waits}`);
    }
    expect(sent).toEqual([]);
    await context.setOffline(false);
    for (const page of [one, other]) {
      for (const name of ['Bob', 'Eve']) await gone(page, name);
      await shows(page, 'nobody@example.test', 'Nobody here can be found by this.');
    }
    expect(sent).toEqual(['accept', 'block', 'add']);
    await button(other, 'Dismiss: nobody@example.test').click();
    await gone(one, 'nobody@example.test');
    expect(await lists()).toEqual({
      friends: ['Bob'],
      incoming: ['Cleo', 'Dora'],
      outgoing: 0,
      blocked: 1,
    });
  });

  it('can be asked for again after it was undone, and a block be taken back', async () => {
    await one.getByRole('link', { name: 'Blocked' }).click();
    await button(one, 'Unblock: Eve').waitFor();
    await context.setOffline(true);
    await button(one, 'Unblock: Eve').click();
    await one.getByText(`Unblock · ${waits}`).waitFor();
    await button(other, 'Accept: Cleo').click();
    await button(other, 'Undo: Cleo').click();
    await button(other, 'Accept: Cleo').click();
    await context.setOffline(false);
    await one.getByText('You block nobody.').waitFor();
    await gone(other, 'Cleo');
    expect(sent).toEqual(['unblock', 'accept']);
    await one.getByRole('link', { name: 'Pending' }).click();
  });
});

describe('what the server does not take at once', () => {
  it('is told, and the row is what the server says, when it refuses', async () => {
    const refused = { status: 400, json: { code: 'no_pending_request', status: 400, detail: '' } };
    await context.route('**/api/friends/accept', (route) => route.fulfill(refused), { times: 1 });
    await button(one, 'Accept: Dora').click();
    for (const page of [one, other])
      await page
        .getByRole('alert')
        .getByText('There is no request from this person any more.')
        .first()
        .waitFor();
    await button(one, 'Accept: Dora').waitFor();
    expect((await lists()).incoming).toEqual(['Dora']);
  });

  it('is tried again, by the other tab when the first is closed', async () => {
    const away = { status: 503, json: { code: 'unavailable', status: 503 } };
    await context.route('**/api/friends/accept', (route) => route.fulfill(away));
    await button(one, 'Accept: Dora').click();
    await shows(other, 'Dora', 'Accept · Is being sent');
    expect(await button(other, 'Undo: Dora').count()).toBe(0);
    await one.close();
    await context.unroute('**/api/friends/accept');
    await gone(other, 'Dora');
    expect((await lists()).friends).toEqual(['Bob', 'Cleo', 'Dora']);
    one = await context.newPage();
    await one.goto(`${server.url}/friends/pending`);
  });

  it('is done, not refused, when the reply to the first try is lost', async () => {
    const lose = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await context.route('**/api/friends/add', lose, { times: 1 });
    await one.getByLabel('Add a friend').fill('eve@example.test');
    await one.keyboard.press('Enter');
    await one.getByText('The request is on its way.').waitFor();
    expect(sent).toEqual(['add', 'add']);
    expect((await lists()).outgoing).toBe(1);
    const eve = await signInAs(browser, server.url, 'Eve');
    await eve.page.goto(`${server.url}/friends/pending`);
    await eve.page.context().route('**/api/friends/accept', lose, { times: 1 });
    await button(eve.page, 'Accept: Alice').click();
    await eve.page.getByRole('status').getByText('You and Alice are friends now.').waitFor();
    await eve.page.getByText('No open requests.').waitFor();
    expect(await eve.page.getByRole('alert').count()).toBe(0);
    await eve.page.context().close();
  });

  it('is said to be on its way only for as long as it is open', async () => {
    const onItsWay = one.getByText('The request is on its way.');
    for (const name of ['Finn', 'Gina']) {
      const { page } = await signInAs(browser, server.url, name);
      await one.getByLabel('Add a friend').fill(`${name.toLowerCase()}@example.test`);
      await one.keyboard.press('Enter');
      await onItsWay.waitFor();
      await page.goto(`${server.url}/friends/pending`);
      await button(page, 'Accept: Alice').waitFor();
      if (name === 'Finn') await button(page, 'Accept: Alice').click();
      else await button(one, 'Withdraw: gina@example.test').click();
      await onItsWay.waitFor({ state: 'detached' });
      await page.context().close();
    }
  });

  it('is deleted by signing out', async () => {
    await context.route('**/api/friends/add', (route) => route.fulfill({ status: 503 }));
    await one.getByLabel('Add a friend').fill('eve@example.test');
    await one.keyboard.press('Enter');
    await shows(other, 'eve@example.test', 'Is being sent');
    await one.getByRole('link', { name: 'Settings' }).click();
    await button(one, 'Sign out').click();
    await one.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    for (const page of [one, other]) await button(page, 'Continue with Local').waitFor();
    expect(await one.evaluate(() => Object.keys(localStorage).join())).not.toMatch(/queue/);
    await context.unroute('**/api/friends/add');
  });
});
