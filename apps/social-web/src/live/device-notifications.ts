// Switching notifications of this device on and off; loaded when it is needed.
import { deviceStorage } from '../api/device-storage.js';
import { socialApi } from '../api/client.js';
import {
  endDevice,
  readPushKey,
  storeOwner,
  subscribeDevice,
  unsubscribeDevice,
} from '../push/device-push.js';
import { findWorker, hasNotifications, notifyKey, setBadge, setPushed } from './notifications.js';

export { readPushKey };

/** Apple's phones and tablets have notifications for installed clients alone. */
export function findSupport(): 'ready' | 'install' | 'none' {
  if (typeof Notification !== 'undefined' && navigator.serviceWorker) return 'ready';
  const isPhone = /iPhone|iPad|iPod/.test(navigator.userAgent);
  // A tablet says that it is a desk.
  const isTablet = navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1;
  return isPhone || isTablet ? 'install' : 'none';
}

export const isDenied = () => Notification.permission === 'denied';

/** `page`: this device is notified while a page of the client is open in the background. */
export type Reach = 'off' | 'page' | 'push';

/** At each start, and after a change: brings what the browser and the server have into line with what is wanted. */
export async function startNotifications(me: string): Promise<Reach> {
  setPushed(false);
  const worker = await findWorker();
  if (!worker) return hasNotifications() ? 'page' : 'off';
  await storeOwner(me);
  // Some browsers have notifications, but no push.
  const manager = worker.pushManager as PushManager | undefined;
  if (!hasNotifications()) {
    if (manager) await unsubscribeDevice(manager);
    return 'off';
  }
  const key = await readPushKey();
  if (key === null || !manager) return 'page';
  try {
    await subscribeDevice(manager, key);
  } catch {
    return 'page';
  }
  setPushed(true);
  return 'push';
}

/** To be called by a press: browsers ask for permission only then. */
export async function setNotifications(me: string, isWanted: boolean): Promise<Reach> {
  const isAllowed = isWanted && (await Notification.requestPermission()) === 'granted';
  deviceStorage.setItem(notifyKey, isAllowed ? 'yes' : 'no');
  // The device is named by its session; the browser's part ends below.
  if (!isWanted) await socialApi.DELETE('/api/push/subscriptions').catch(() => {});
  return startNotifications(me);
}

/** Nobody is signed in any more. */
export async function endNotifications(): Promise<void> {
  setPushed(false);
  setBadge(0);
  const worker = await findWorker();
  if (worker) await endDevice(worker);
}
