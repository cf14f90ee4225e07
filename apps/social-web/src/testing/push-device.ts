import type { createBrowser } from '@triptych/testing/push-service';
import type { CDPSession, Page, Worker } from 'playwright-core';
import { shownLock } from '../push/shown-notifications.js';

/**
 * Chromium has no push service here: an address of the given one takes the place of its own, kept as a browser keeps it.
 * Everything else is the browser's.
 */
export async function givePushAddress(
  page: Page,
  { endpoint, keys }: ReturnType<typeof createBrowser>,
): Promise<void> {
  await page.addInitScript(
    ([address, given]) => {
      const stored = () => localStorage.getItem('test-subscription');
      const subscription = (key: string) => ({
        options: {
          applicationServerKey: Uint8Array.from(
            atob(key.replaceAll('-', '+').replaceAll('_', '/')),
            (char) => char.charCodeAt(0),
          ).buffer,
        },
        toJSON: () => ({ endpoint: address, keys: given }),
        async unsubscribe() {
          localStorage.removeItem('test-subscription');
          return true;
        },
      });
      Object.assign(PushManager.prototype, {
        getSubscription: async () => (stored() ? subscription(stored()!) : null),
        subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
          localStorage.setItem('test-subscription', key);
          return subscription(key);
        },
      });
    },
    [endpoint, keys] as const,
  );
}

/** Delivers to the worker what a push service would, and looks at what it shows. */
export async function openDevice(page: Page) {
  const context = page.context();
  const origin = new URL(page.url()).origin;
  const session: CDPSession = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (found) resolve(found.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const worker = (): Worker => {
    const found = context.serviceWorkers().find((one) => one.url().startsWith(origin));
    if (!found) throw new Error('no worker');
    return found;
  };
  return {
    worker,
    deliver: async (payload: unknown): Promise<void> => {
      const data = JSON.stringify(payload);
      const message = { origin: `${origin}/`, registrationId, data };
      await session.send('ServiceWorker.deliverPushMessage', message);
    },
    count: () =>
      page.evaluate(async (lock) => {
        const registration = await navigator.serviceWorker.ready;
        return navigator.locks.request(
          lock,
          async () => (await registration.getNotifications()).length,
        );
      }, shownLock),
    /** What is shown, once it is this many, or after a while what there is; so many milliseconds lie between two looks. */
    shown: (count: number, between = 20) =>
      page.evaluate(
        async ([wanted, pause, lock]) => {
          const registration = await navigator.serviceWorker.ready;
          // After half a minute Chromium closes them by itself.
          const until = Date.now() + 60_000;
          for (;;) {
            const found = await navigator.locks.request(lock, () =>
              registration.getNotifications(),
            );
            if (found.length === wanted || Date.now() > until)
              return found.map(({ title, body, tag }) => ({ title, body, tag }));
            await new Promise((resolve) => setTimeout(resolve, pause));
          }
        },
        [count, between, shownLock] as const,
      ),
    closeAll: () =>
      page.evaluate(async (lock) => {
        const registration = await navigator.serviceWorker.ready;
        await navigator.locks.request(lock, async () => {
          for (const one of await registration.getNotifications()) one.close();
        });
      }, shownLock),
    /** As a finger does; the browser itself allows no page to be brought forward without one. */
    press: () => press(worker()),
  };
}

function press(worker: Worker): Promise<string[]> {
  return worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow: (path: string) => Promise<null> };
      opened: string[];
    };
    scope.opened = [];
    scope.clients.openWindow = async (path) => {
      scope.opened.push(path);
      return null;
    };
    const [notification] = await scope.registration.getNotifications();
    const Press = Reflect.get(globalThis, 'NotificationEvent') as new (
      type: string,
      init: { notification: Notification | undefined },
    ) => Event;
    const event = new Press('notificationclick', { notification });
    const handled: unknown[] = [];
    Object.defineProperty(event, 'waitUntil', { value: (work: unknown) => handled.push(work) });
    dispatchEvent(event);
    // Bringing a page forward is refused without a finger.
    await Promise.allSettled(handled);
    return scope.opened;
  });
}
