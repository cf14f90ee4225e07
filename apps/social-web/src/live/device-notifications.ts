// Switching notifications of this device on and off; loaded when it is needed.
import { isOfOther, isOwner } from '../api/device-owner.js';
import { deviceStorage, notifyKey, storageOwnerKey } from '../api/device-storage.js';
import { socialApi } from '../api/client.js';
import { workerContainer } from '../api/worker-container.js';
import {
  endDevice,
  readPushKey,
  storeOwner,
  subscribeDevice,
  unsubscribeDevice,
} from '../push/device-push.js';
import { findWorker, hasNotifications, setBadge, setPushed } from './notifications.js';

export { readPushKey };

/** Apple's phones and tablets have notifications for installed clients alone. */
export function findSupport(): 'ready' | 'install' | 'none' {
  if (typeof Notification !== 'undefined' && workerContainer()) return 'ready';
  const isPhone = /iPhone|iPad|iPod/.test(navigator.userAgent);
  // A tablet says that it is a desk.
  const isTablet = navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1;
  return isPhone || isTablet ? 'install' : 'none';
}

export const isDenied = () => Notification.permission === 'denied';

/** `page`: this device is notified while a page of the client is open in the background. */
export type Reach = 'off' | 'page' | 'push';

let current = new AbortController();

/** A browser's push service, or the server, may say nothing; the next start tries again. Milliseconds. */
const turnTime = 30_000;

/**
 * One change after the other, in all tabs: a start that still waits for the server would else subscribe a device that has
 * been switched off meanwhile. Of one tab the latest is wanted, and what is under way gives way to it; after a while it gives way
 * to those of other tabs, too.
 */
async function inTurn(change: (signal: AbortSignal) => Promise<Reach>): Promise<Reach> {
  current.abort();
  const turn = new AbortController();
  current = turn;
  const { signal } = turn;
  const take = () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A browser that is asked for an address heeds no signal.
    const over = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        turn.abort();
        reject(signal.reason as Error);
      }, turnTime);
    });
    return Promise.race([change(signal), over]).finally(() => clearTimeout(timer));
  };
  const locks = navigator.locks as LockManager | undefined;
  try {
    // Without encryption browsers have neither locks nor workers.
    return await (locks ? locks.request('notifications', take) : take());
  } catch (error) {
    if (!signal.aborted) throw error;
    return hasNotifications() ? 'page' : 'off';
  }
}

/** At each start: brings what the browser and the server have into line with what is wanted. */
export function startNotifications(me: string): Promise<Reach> {
  return inTurn((signal) => bringIntoLine(me, signal));
}

async function bringIntoLine(me: string, signal: AbortSignal): Promise<Reach> {
  setPushed(false);
  const worker = await findWorker();
  if (!worker) return hasNotifications() ? 'page' : 'off';
  signal.throwIfAborted();
  try {
    return await beginDevice(me, worker, signal);
  } finally {
    // They have signed out meanwhile, in whichever tab: what ended the device then may have come before what was done here.
    if (!isOwner(me)) await leaveToOwner(me, worker);
  }
}

/** Another person may have signed in. */
async function leaveToOwner(me: string, worker: ServiceWorkerRegistration): Promise<void> {
  setPushed(false);
  const owner = deviceStorage.getItem(storageOwnerKey);
  await (owner === null || owner === me ? endDevice(worker) : storeOwner(owner));
}

async function beginDevice(
  me: string,
  worker: ServiceWorkerRegistration,
  signal: AbortSignal,
): Promise<Reach> {
  await storeOwner(me);
  // Some browsers have notifications, but no push.
  const manager = worker.pushManager as PushManager | undefined;
  if (!hasNotifications()) {
    if (manager) await unsubscribeDevice(manager);
    return 'off';
  }
  const key = await readPushKey(signal);
  if (key === null || !manager) return 'page';
  try {
    await subscribeDevice(me, manager, key, signal);
  } catch {
    return 'page';
  }
  signal.throwIfAborted();
  setPushed(true);
  return 'push';
}

/** To be called by a press: browsers ask for permission only then. */
export async function setNotifications(me: string, isWanted: boolean): Promise<Reach> {
  // At once: whoever leaves the page after the press has said so. Without the permission it counts for nothing.
  deviceStorage.setItem(notifyKey, isWanted ? 'yes' : 'no');
  if (isWanted && (await Notification.requestPermission()) !== 'granted')
    deviceStorage.setItem(notifyKey, 'no');
  return inTurn(async (signal) => {
    // The device is named by its session; the browser's part ends below.
    if (!isWanted) await socialApi.DELETE('/api/push/subscriptions').catch(() => {});
    return bringIntoLine(me, signal);
  });
}

/**
 * Nobody is signed in in this tab any more.
 *
 * @param before who was: the device may be another person's by now, who is notified as they want it
 */
export async function endNotifications(before: string | null): Promise<void> {
  current.abort();
  setPushed(false);
  const worker = await findWorker();
  if (isOfOther(before)) return;
  setBadge(0);
  if (worker) await endDevice(worker);
}
