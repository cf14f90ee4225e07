// Where this device is reached while the client is closed (ADR 0042, 0044); for pages and the worker.
//   off        → subscribed   somebody who is signed in has asked for it, the browser allows it, and the server has a key
//   subscribed → subscribed   each start tells the server the address again; a key that has changed, or the browser's own
//                             doing, makes a new address
//   subscribed → off          nobody is signed in any more, another person is, or it is not wanted any more
// The worker is told whose device it is: what arrives for anybody else is shown to nobody.
import { closeShown, inTime } from './shown-notifications.js';

export const deviceCache = 'device';
const ownerPath = '/owner';
const subscriptions = '/api/push/subscriptions';

/** Null while nobody is signed in. */
export async function readOwner(): Promise<string | null> {
  const response = await caches.match(ownerPath, { cacheName: deviceCache });
  return response ? response.text() : null;
}

export async function storeOwner(userId: string): Promise<void> {
  const cache = await caches.open(deviceCache);
  await cache.put(ownerPath, new Response(userId));
}

/** Null where the server sends none, also where it is of a release that knows of none. */
export async function readPushKey(signal?: AbortSignal): Promise<string | null> {
  const response = await fetch('/api/push/key', { signal });
  if (!response.ok) return null;
  return ((await response.json()) as { key: string | null }).key;
}

/** Rejects where the browser gives no address, and where the server does not take it in this person's name. */
export async function subscribeDevice(
  userId: string,
  manager: PushManager,
  key: string,
  signal?: AbortSignal,
): Promise<void> {
  const former = await manager.getSubscription();
  const isCurrent = former !== null && keyOf(former) === key.replaceAll('=', '');
  if (former && !isCurrent) await former.unsubscribe();
  const subscription = isCurrent
    ? former
    : await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  const response = await fetch(subscriptions, {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json', 'expected-user': userId },
    body: JSON.stringify({ endpoint, keys }),
  });
  if (!response.ok) throw new Error(`the address was not taken: ${response.status}`);
}

/** At the browser, which works without the network; the server learns of it from the push service. */
export async function unsubscribeDevice(manager: PushManager): Promise<void> {
  const subscription = await manager.getSubscription();
  await subscription?.unsubscribe();
}

/** Nothing of whoever was signed in is shown any more, nor received. */
export async function endDevice(registration: ServiceWorkerRegistration): Promise<void> {
  // What is shown from then on would be shown to whoever is there.
  const forgetting = inTime(caches.delete(deviceCache)).catch(() => {});
  // Neither waits for the other, which a browser may hold up. Some have notifications, but no push.
  const manager = registration.pushManager as PushManager | undefined;
  await Promise.all([
    forgetting.then(() => closeShown(registration, () => true)),
    manager && unsubscribeDevice(manager),
  ]);
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
