import { startWholeChromium } from '@triptych/testing/chromium';
import { startPushService } from '@triptych/testing/push-service';
import type { Page } from 'playwright-core';
import { shownLock } from '../push/shown-notifications.js';
import {
  continueAs,
  openChat,
  sendText,
  startTwoPeople,
  type TwoPeople,
} from '../testing/people.js';
import { givePushAddress, openDevice } from '../testing/push-device.js';

let service: Awaited<ReturnType<typeof startPushService>>;
let address: ReturnType<typeof service.subscribe>;
let people: TwoPeople;
let device: Awaited<ReturnType<typeof openDevice>>;
let bob: Page;
/** A page of this origin that is none of the client, and stays. */
let watching: Page;
let chatId: string;
let seq = 1_000;

beforeAll(async () => {
  service = await startPushService();
  address = service.subscribe();
  const env = { OUTBOUND_ALLOW_HOSTS: service.host };
  people = await startTwoPeople({ env, launch: startWholeChromium });
  bob = people.bob.page;
  chatId = new URL(bob.url()).pathname.split('/').at(-1)!;
  await bob.context().grantPermissions(['notifications'], { origin: people.server.url });
  // What each tab shows at the icon.
  await bob.context().addInitScript(() => {
    navigator.setAppBadge = async (count) => localStorage.setItem('test-badge', String(count));
  });
  watching = await bob.context().newPage();
  await watching.goto(`${people.server.url}/docs`);
  await watching.evaluate('navigator.serviceWorker.ready');
  device = await openDevice(watching);
});
afterAll(async () => {
  await people?.close();
  await service?.close();
});
beforeEach(async () => {
  await bob.close();
  bob = await openTab();
  await signedIn();
  await subscribe();
});

async function openTab(): Promise<Page> {
  const page = await people.bob.page.context().newPage();
  await givePushAddress(page, address);
  return page;
}

async function signedIn(): Promise<void> {
  await bob.goto(`${people.server.url}/settings`);
  const signIn = bob.getByRole('button', { name: 'Continue with Local' });
  const skip = bob.getByRole('button', { name: 'Skip for now' });
  const within = bob.getByRole('heading', { level: 1, name: 'Settings' });
  await signIn.or(skip).or(within).waitFor();
  if (await signIn.isVisible()) await continueAs(bob, 'Bob');
  await skip.or(within).waitFor();
  if (await skip.isVisible()) await skip.click();
  await within.waitFor();
}

async function subscribe(): Promise<void> {
  const taken = bob.waitForResponse(
    (response) =>
      response.url().endsWith('/api/push/subscriptions') && response.request().method() === 'POST',
  );
  await bob.goto(`${people.server.url}/settings`);
  await bob.getByRole('switch', { name: /Notify me of messages on this device/ }).check();
  await taken;
  await device.closeAll();
}

const push = (text: string) =>
  device.deliver({ chatId, seq: ++seq, title: 'Alice', text, unread: 1 });
/** Without the lock, which somebody may keep. */
const texts = () =>
  watching.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ body }) => body);
  });
async function areShown(wanted: readonly string[]): Promise<void> {
  const isShown = async () => JSON.stringify(await texts()) === JSON.stringify(wanted);
  for (const until = Date.now() + 25_000; !(await isShown()) && Date.now() < until;)
    await watching.waitForTimeout(50);
  expect(await texts()).toEqual(wanted);
}

async function pressSignOut(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Sign out', exact: true });
  await button.evaluate((element: HTMLElement) => element.click());
}

it('a push that is later than the reading is notified of no longer than until a tab hears of it, nor counted', async () => {
  service.received.length = 0;
  const text = `read before ${++seq}`;
  await sendText(people.alice.page, 'Bob', text);
  const [sent] = await service.until(1);
  await openChat(bob, 'Alice');
  await bob.locator('.bubble', { hasText: text }).waitFor();
  await bob.getByRole('link', { name: 'Friends' }).click();
  await bob.waitForFunction(() => localStorage.getItem('test-badge') === '0');
  // The worker would set it itself.
  await bob.evaluate(() => localStorage.setItem('test-badge', 'of the push'));
  await device.deliver(address.read(sent!));
  await bob.waitForFunction(() => localStorage.getItem('test-badge') === '0');
  await areShown([]);
});

it('a tab that keeps the lock of all keeps nobody from being notified', async () => {
  await bob.evaluate((lock) => {
    void navigator.locks.request(lock, () => new Promise(() => {}));
  }, shownLock);
  await push('although it is kept');
  await areShown(['although it is kept']);
});

it('a browser that does not say what is shown keeps nothing from being shown', async () => {
  await device.worker().evaluate(() => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const getNotifications = registration.getNotifications.bind(registration);
    let asked = 0;
    registration.getNotifications = (filter) =>
      ++asked === 1 ? new Promise(() => {}) : getNotifications(filter);
  });
  await push('not said');
  await push('and the next one');
  await areShown(['and the next one']);
});

it('nothing is shown of what is no notice', async () => {
  const bodies = [null, 'text', [], {}, { chatId }, { chatId, seq: 'x', title: {}, text: [] }];
  for (const body of bodies) await device.deliver(body);
  await device.deliver({ chatId, seq: ++seq, title: 1, text: 'x' });
  // One after the other: what comes before is over.
  await device.deliver({ chatId: `${chatId}x`.slice(1), seq: 1, title: 'Mallory', text: 'no' });
  await watching.waitForTimeout(700);
  expect(await texts()).toEqual([]);
});

it('a push that was on its way to somebody who was signed in here before is not shown, though the chat is of both', async () => {
  // What the browser is asked for meanwhile.
  const asked = () => device.worker().evaluate(() => Reflect.get(globalThis, 'asked') as unknown);
  await device.worker().evaluate(() => {
    const asks: unknown[] = [];
    const { registration, navigator } = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      navigator: Navigator;
    };
    navigator.setAppBadge = async (count) => void asks.push(count);
    registration.pushManager.getSubscription = async () => {
      asks.push('address');
      return null;
    };
    Object.assign(globalThis, { asked: asks });
  });
  const owner = await bob.evaluate(() => localStorage.getItem('owner'));
  const other = chatId.split('--').find((id) => id !== owner);
  const text = 'to Alice';
  // Newer than what comes then, which it would not give way to.
  await device.deliver({ to: other, chatId, seq: seq + 2, title: 'Bob', text, unread: 7 });
  await device.deliver({
    to: owner,
    chatId,
    seq: ++seq,
    title: 'Alice',
    text: 'to Bob',
    unread: 1,
  });
  await areShown(['to Bob']);
  expect(await asked()).toEqual([1]);
  seq += 1;
});

it('a tab that starts slowly while its person signs out in another one brings nothing of them back', async () => {
  const slow = await openTab();
  await slow.addInitScript(() => {
    const open = caches.open.bind(caches);
    CacheStorage.prototype.open = async (name) => {
      if (name === 'device') {
        localStorage.setItem('test-opening', 'yes');
        await new Promise((resolve) => setTimeout(resolve, 2_000));
        setTimeout(() => localStorage.setItem('test-opening', 'done'), 300);
      }
      return open(name);
    };
  });
  await slow.goto(`${people.server.url}/friends/all`);
  await slow.waitForFunction(() => localStorage.getItem('test-opening') === 'yes');
  await pressSignOut(bob);
  await bob.getByRole('button', { name: 'Continue with Local' }).waitFor();
  await slow.waitForFunction(() => localStorage.getItem('test-opening') === 'done');
  await push('to somebody who has left');
  await watching.waitForTimeout(1_000);
  expect(await texts()).toEqual([]);
  await slow.close();
});

it.each(['with', 'without'])(
  'who signs out %s the network, and closes the tab at once, is notified of nothing any more',
  async (network) => {
    await push('before');
    await areShown(['before']);
    await bob.context().setOffline(network === 'without');
    await pressSignOut(bob);
    await bob.close();
    await areShown([]);
    await push('after');
    await watching.waitForTimeout(1_000);
    expect(await texts()).toEqual([]);
    await bob.context().setOffline(false);
  },
);
