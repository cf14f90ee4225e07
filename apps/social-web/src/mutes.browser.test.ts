import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { startWholeChromium } from '@triptych/testing/chromium';
import type { Page } from 'playwright-core';
import { openChat, sendText, startTwoPeople, type TwoPeople } from './testing/people.js';
import { openDevice } from './testing/push-device.js';
import { isControlled } from './testing/worker.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

let people: TwoPeople;
let alice: Page;
/** Two tabs of one person. */
let bob: Page;
let second: Page;
beforeAll(async () => {
  people = await startTwoPeople({ launch: startWholeChromium });
  [alice, bob] = [people.alice.page, people.bob.page];
  await sendText(alice, 'Bob', 'the first one');
  await bob.getByText('the first one').first().waitFor();
  second = await bob.context().newPage();
  // What the installed client would show at its icon.
  await second.addInitScript(() => {
    navigator.setAppBadge = async (count) => void Object.assign(window, { badge: count });
  });
  await second.goto(`${people.server.url}/friends/all`);
  await second.goto(`${people.server.url}/chats`);
});
afterAll(() => people?.close());

const row = (page: Page) => page.locator('.chat-row', { hasText: 'Alice' });
const mutedRow = (page: Page) => row(page).getByText('Muted', { exact: true });
const headSign = (page: Page) => page.locator('.conversation-header .muted-sign');
const badge = () => second.evaluate<unknown>('window.badge');
const findings = (page: Page) =>
  page.evaluate(`${axe}; axe.run().then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`);

async function choose(page: Page, action: string): Promise<void> {
  await page.bringToFront();
  await page.getByRole('button', { name: 'More about Alice' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

const secondsAsked = async (page: Page, action: string) => {
  const asked = page.waitForRequest((request) => request.method() === 'PUT');
  await choose(page, action);
  return ((await asked).postDataJSON() as { seconds: number | null }).seconds;
};

it('a chat is muted in its menu; it says so in its head and in the list, in every tab', async () => {
  expect(await secondsAsked(bob, 'Mute for an hour')).toBe(3600);
  await bob.getByText('You are not notified of what Alice writes.').waitFor();
  await headSign(bob).waitFor();
  for (const page of [bob, second]) await mutedRow(page).waitFor();
  for (const page of [bob, second]) {
    await page.bringToFront();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findings(page)).toEqual([]);
    }
  }
});

it('what is written there counts in its row, and nowhere else', async () => {
  await bob.goto(`${people.server.url}/friends/all`);
  await sendText(alice, 'Bob', 'unheard');
  await row(second).getByText('1 unread message').waitFor();
  expect(await second.title()).not.toContain('1');
  expect(await badge()).toBe(0);
  await second.getByRole('link', { name: 'Chats', exact: true }).waitFor();
  await mutedRow(second).waitFor();
  // What a screen reader would read out.
  expect(await second.getByRole('log').textContent()).not.toContain('unheard');
});

it('a tab that opens later knows it, also without the network', async () => {
  await isControlled(second);
  await second.reload();
  await mutedRow(second).waitFor();
  // The device keeps it a moment later.
  await second.goto(`${people.server.url}/friends/all`);
  await second.context().setOffline(true);
  await second.goto(`${people.server.url}/chats`);
  await mutedRow(second).waitFor();
  await second.context().setOffline(false);
});

it('it ends by a press, in the other tab as well, and everything counts again', async () => {
  await bob.goto(`${people.server.url}/chats`);
  await mutedRow(bob).waitFor();
  await bob.bringToFront();
  await openChat(bob, 'Alice');
  await choose(bob, 'Unmute');
  await bob.getByText('You are notified of what Alice writes again.').waitFor();
  await headSign(bob).waitFor({ state: 'detached' });
  await mutedRow(second).waitFor({ state: 'detached' });
  await bob.goto(`${people.server.url}/friends/all`);
  await sendText(alice, 'Bob', 'heard');
  await row(second).getByText('unread message').waitFor();
  await second.waitForFunction(() => (window as unknown as { badge?: number }).badge === 1);
  expect(await second.title()).toContain('1');
});

it('it ends by itself', async () => {
  await openChat(bob, 'Alice');
  const inAMoment = () => new Date(Date.now() + 3_000).toISOString();
  await bob.route('**/api/chats/*/mute', async (route) => {
    await route.fulfill({ json: { mutedUntil: inAMoment() } });
  });
  await choose(bob, 'Mute for an hour');
  await headSign(bob).waitFor();
  await headSign(bob).waitFor({ state: 'detached' });
  await bob.unroute('**/api/chats/*/mute');
});

it('without the network nothing waits unseen: it says so, and nothing happens later', async () => {
  await bob.context().setOffline(true);
  await choose(bob, 'Mute for an hour');
  await bob.getByRole('alert').getByText('You are offline.').waitFor();
  await bob.context().setOffline(false);
  await bob.getByText('You are offline. What you send waits here.').waitFor({ state: 'detached' });
  await bob.locator('.conversation-header').getByRole('alert').waitFor({ state: 'detached' });
  await sendText(alice, 'Bob', 'after the network came back');
  await bob.locator('.bubble', { hasText: 'after the network came back' }).waitFor();
  expect(await headSign(bob).count()).toBe(0);
});

it('a server that is not reached, though there is a network, is told of for longer', async () => {
  await bob.route('**/api/chats/*/mute', (route) => route.abort('connectionfailed'));
  await choose(bob, 'Mute for an hour');
  const told = bob.getByRole('alert').getByText('The server cannot be reached.');
  await told.waitFor();
  await bob.context().setOffline(true);
  await bob.getByText('You are offline. What you send waits here.').waitFor();
  await bob.context().setOffline(false);
  await bob.getByText('You are offline. What you send waits here.').waitFor({ state: 'detached' });
  await told.waitFor();
  await bob.unroute('**/api/chats/*/mute');
});

it('until tomorrow is until eight in the morning, and for good has no end', async () => {
  const left = await bob.evaluate(() => {
    const now = new Date();
    return (
      (new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8).getTime() -
        now.getTime()) /
      1_000
    );
  });
  const asked = await secondsAsked(bob, 'Mute until tomorrow, 8:00');
  expect(Math.abs(asked! - left)).toBeLessThan(30);
  await headSign(bob).waitFor();
  await choose(bob, 'Unmute');
  await headSign(bob).waitFor({ state: 'detached' });
  expect(await secondsAsked(bob, 'Mute for good')).toBeNull();
  await headSign(bob).waitFor();
});

it('a page in the background shows no notification of it, and one again when it is over', async () => {
  await bob.context().grantPermissions(['notifications'], { origin: people.server.url });
  await second.close();
  await bob.goto(`${people.server.url}/settings`);
  await bob.getByRole('switch', { name: /Notify me of messages on this device/ }).check();
  // A tab of a headless browser is never hidden by itself.
  await bob.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
  });
  await bob.goto(`${people.server.url}/chats`);
  const device = await openDevice(bob);
  // Also when the test is repeated.
  const setMute = (method: 'PUT' | 'DELETE') =>
    bob.evaluate(async (verb) => {
      const { chats } = (await (await fetch('/api/chats')).json()) as {
        chats: { chatId: string }[];
      };
      const init = { headers: { 'content-type': 'application/json' }, body: '{"seconds":null}' };
      const given = verb === 'PUT' ? init : {};
      await fetch(`/api/chats/${chats[0]!.chatId}/mute`, { method: verb, ...given });
    }, method);
  await setMute('PUT');
  await mutedRow(bob).waitFor();
  await sendText(alice, 'Bob', 'not to be shown');
  await row(bob).getByText('not to be shown').waitFor();
  // Two seconds in which it could be read elsewhere; only then there could be one.
  await bob.waitForTimeout(2_700);
  expect(await device.count()).toBe(0);
  await setMute('DELETE');
  await mutedRow(bob).waitFor({ state: 'detached' });
  await sendText(alice, 'Bob', 'to be shown');
  expect(await device.shown(1)).toMatchObject([{ body: 'to be shown' }]);
});

it('nothing of it is a fault of a page', () => {
  const errors = [people.alice, people.bob].flatMap(({ consoleErrors }) => consoleErrors);
  // Of a private window, which a context of a test is.
  expect(errors.filter((error) => !error.includes('incognito'))).toEqual([]);
});
