import { EventEmitter, once } from 'node:events';
import { startWholeChromium } from '@triptych/testing/chromium';
import { startPushService } from '@triptych/testing/push-service';
import type { Page } from 'playwright-core';
import { openChat, sendText, startTwoPeople, type TwoPeople } from './testing/people.js';
import { givePushAddress, openDevice } from './testing/push-device.js';

let service: Awaited<ReturnType<typeof startPushService>>;
let people: TwoPeople;
let device: Awaited<ReturnType<typeof openDevice>>;
let alice: Page;
let bob: Page;
let address: ReturnType<typeof service.subscribe>;
let chatId: string;

beforeAll(async () => {
  service = await startPushService();
  const env = { OUTBOUND_ALLOW_HOSTS: service.host };
  people = await startTwoPeople({ env, launch: startWholeChromium });
  [alice, bob] = [people.alice.page, people.bob.page];
  chatId = new URL(bob.url()).pathname.split('/').at(-1)!;
  address = service.subscribe();
  await givePushAddress(bob, address);
  await bob.context().grantPermissions(['notifications'], { origin: people.server.url });
  await bob.evaluate('navigator.serviceWorker.ready');
  await bob.goto(`${people.server.url}/settings`);
  device = await openDevice(bob);
});
afterAll(async () => {
  await people?.close();
  await service?.close();
});
beforeEach(async () => {
  service.received.length = 0;
  await device.closeAll();
});

const notifySwitch = () =>
  bob.getByRole('switch', { name: /Notify me of messages on this device/ });
/** Answers of the server to what this device asks of push. */
const reply = (method: string) =>
  bob.waitForResponse(
    (response) =>
      response.url().endsWith('/api/push/subscriptions') && response.request().method() === method,
  );

/** What the push service of Bob's device gets, as his browser reads it. */
async function nextPush(): Promise<{ title: string; text: string; seq: number }> {
  const [push] = await service.until(1);
  return address.read(push!) as { title: string; text: string; seq: number };
}

it('a press in the settings subscribes the device; a message reaches it sealed, and the worker shows it', async () => {
  // Another try of this test begins as the first one did.
  await notifySwitch().uncheck();
  const taken = reply('POST');
  await notifySwitch().check();
  expect((await taken).status()).toBe(200);
  await sendText(alice, 'Bob', 'while you were out');
  const payload = await nextPush();
  await device.deliver(payload);
  const shown = { title: 'Alice', body: 'while you were out', tag: chatId };
  expect(await device.shown(1)).toEqual([shown]);
});

it('a chat has one notification, of its newest message, and what comes twice is shown once', async () => {
  for (const [seq, text] of [
    [11, 'one'],
    [12, 'two'],
    [11, 'one'],
  ] as const)
    await device.deliver({ chatId, seq, title: 'Alice', text, unread: 1 });
  await device.deliver({ chatId: `${chatId}x`.slice(1), seq: 1, title: 'Mallory', text: 'no' });
  await bob.waitForTimeout(200);
  expect(await device.shown(1)).toMatchObject([{ body: 'two' }]);
});

it('what is shown in the moment in which tabs look for it is there, and can be closed', async () => {
  for (let seq = 100; seq < 110; seq += 1) {
    const looking = device.shown(1, 0);
    await device.deliver({ chatId, seq, title: 'Alice', text: `number ${seq}`, unread: 1 });
    expect(await looking).toMatchObject([{ body: `number ${seq}` }]);
    await device.closeAll();
  }
});

it('a press opens the chat in the tab that is there, and a new one where there is none', async () => {
  await device.deliver({ chatId, seq: 21, title: 'Alice', text: 'press me', unread: 1 });
  expect(await device.shown(1)).toHaveLength(1);
  expect(await device.press()).toEqual([]);
  await bob.getByLabel('Message Alice').waitFor();
  expect(new URL(bob.url()).pathname).toBe(`/chats/${chatId}`);
  expect(await device.shown(0)).toEqual([]);
  await bob.goto(`${people.server.url}/docs`);
  await device.deliver({ chatId, seq: 22, title: 'Alice', text: 'press again', unread: 1 });
  expect(await device.shown(1)).toHaveLength(1);
  expect(await device.press()).toEqual([`/chats/${chatId}`]);
});

it('nothing is shown of the chat that somebody is looking at', async () => {
  await openConversation();
  await device.deliver({ chatId, seq: 31, title: 'Alice', text: 'seen already', unread: 0 });
  await bob.waitForTimeout(700);
  expect(await device.count()).toBe(0);
});

it('what is read in a tab is no longer notified of', async () => {
  await bob.goto(`${people.server.url}/friends/all`);
  await sendText(alice, 'Bob', 'to be read');
  const payload = await nextPush();
  expect(payload.text).toBe('to be read');
  await device.deliver(payload);
  expect(await device.shown(1)).toHaveLength(1);
  await openConversation();
  expect(await device.shown(0)).toEqual([]);
});

it('nor what is deleted for both, whose words it has', async () => {
  await bob.goto(`${people.server.url}/friends/all`);
  await sendText(alice, 'Bob', 'to be taken back');
  const payload = await nextPush();
  expect(payload.text).toBe('to be taken back');
  await device.deliver(payload);
  expect(await device.shown(1)).toHaveLength(1);
  const row = alice.locator('.message', { hasText: 'to be taken back' });
  await row.hover();
  await row.getByRole('button', { name: 'Message actions' }).click();
  await alice.getByRole('menuitem', { name: 'Delete for both' }).click();
  await alice.getByRole('dialog').getByRole('button', { name: 'Delete for both' }).click();
  expect(await device.shown(0)).toEqual([]);
});

it('each start tells the server the address anew, and another key of the server makes a new one', async () => {
  const told = reply('POST');
  await bob.reload();
  expect((await told).status()).toBe(200);
  await bob.evaluate("localStorage.setItem('test-subscription', 'AAAA')");
  const anew = reply('POST');
  await bob.reload();
  await anew;
  expect(await bob.evaluate("localStorage.getItem('test-subscription').length")).toBe(87);
});

it('switched off, the device is forgotten here and at the server', async () => {
  await bob.goto(`${people.server.url}/settings`);
  const forgotten = reply('DELETE');
  await notifySwitch().uncheck();
  expect(await (await forgotten).json()).toEqual({ changed: true });
  await bob.waitForFunction(() => localStorage.getItem('test-subscription') === null);
  const taken = reply('POST');
  await notifySwitch().check();
  await taken;
});

it('switched off while its start still waits for the server, the device stays forgotten', async () => {
  const signals = new EventEmitter();
  const [asked, released] = [once(signals, 'asked'), once(signals, 'released')];
  let asks = 0;
  await bob.route('**/api/push/key', async (route) => {
    // The settings ask, and the start.
    if (++asks === 2) signals.emit('asked');
    await released;
    // Whoever has given up no longer waits for it.
    await route.continue().catch(() => {});
  });
  await bob.reload();
  await asked;
  const forgotten = reply('DELETE');
  // Its name depends on the key.
  await bob.getByRole('switch', { name: /Notify me of messages/ }).uncheck();
  await forgotten;
  // What the press leads to is over when the start goes on.
  await bob.waitForTimeout(500);
  signals.emit('released');
  await bob.unroute('**/api/push/key');
  await bob.waitForTimeout(500);
  expect(await bob.evaluate("localStorage.getItem('test-subscription')")).toBeNull();
  const taken = reply('POST');
  await notifySwitch().check();
  await taken;
});

it('switched on by whoever leaves the page before the browser has said that it is allowed, it is on', async () => {
  const forgotten = reply('DELETE');
  await notifySwitch().uncheck();
  await forgotten;
  await bob.evaluate(() => (Notification.requestPermission = () => new Promise(() => {})));
  await notifySwitch().check();
  const taken = reply('POST');
  await bob.reload();
  expect((await taken).status()).toBe(200);
  await expect(notifySwitch().isChecked()).resolves.toBe(true);
});

// Five pages are loaded, one after the other.
it('a press after the session has ended elsewhere leads to the sign-in page, and shows nothing of the chat', async () => {
  await openConversation();
  // Another try of the test that sends it has sent it again.
  await bob.locator('.bubble', { hasText: 'to be read' }).first().waitFor();
  const path = `/chats/${chatId}`;
  await bob.goto(`${people.server.url}/docs`);
  await device.deliver({ chatId, seq: 51, title: 'Alice', text: 'left behind', unread: 1 });
  expect(await device.shown(1)).toHaveLength(1);
  const cookies = await bob.context().cookies();
  await bob.context().clearCookies();
  expect(await device.press()).toEqual([path]);
  // Everything that the opened page shows, from its first moment on.
  const opened = await bob.context().newPage();
  const seen: string[] = [];
  await opened.exposeFunction('seen', (text: string) => void seen.push(text));
  await opened.addInitScript(() => {
    new MutationObserver(() => {
      (window as unknown as { seen(text: string): void }).seen(document.body?.innerText ?? '');
    }).observe(document, { childList: true, subtree: true });
  });
  // Long enough for what is kept to be shown, and shorter than a start waits for the server.
  await opened.route('**/api/auth/session', async (route) => {
    await opened.waitForTimeout(700);
    await route.continue();
  });
  await opened.goto(people.server.url + path);
  await opened.getByRole('button', { name: 'Continue with Local' }).waitFor();
  expect(seen.filter((text) => /Alice|to be read|left behind/.test(text))).toEqual([]);
  expect(await device.shown(0)).toEqual([]);
  await opened.close();
  await bob.context().addCookies(cookies);
  await bob.goto(`${people.server.url}/settings`);
  const taken = reply('POST');
  await notifySwitch().check();
  await taken;
});

it('signing out without the network ends it at once, shows nothing to whoever comes, and ends the session later', async () => {
  await bob.goto(`${people.server.url}/settings`);
  await device.deliver({ chatId, seq: 99, title: 'Alice', text: 'a secret', unread: 1 });
  expect(await device.shown(1)).toHaveLength(1);
  await bob.context().setOffline(true);
  await bob.getByRole('button', { name: 'Sign out', exact: true }).click();
  await bob.getByRole('heading', { level: 1, name: 'Triptych' }).waitFor();
  expect(await device.shown(0)).toEqual([]);
  expect(await bob.evaluate("localStorage.getItem('test-subscription')")).toBeNull();
  await device.deliver({ chatId, seq: 100, title: 'Alice', text: 'a secret', unread: 1 });
  await bob.waitForTimeout(700);
  expect(await device.count()).toBe(0);
  await bob.context().setOffline(false);
  const ended = bob.waitForResponse((response) => response.url().endsWith('/api/auth/signout'));
  await bob.reload();
  expect((await ended).status()).toBe(200);
  await bob.getByRole('button', { name: 'Continue with Local' }).waitFor();
});

async function openConversation(): Promise<void> {
  await bob.goto(`${people.server.url}/chats`);
  await bob.bringToFront();
  await openChat(bob, 'Alice');
}
