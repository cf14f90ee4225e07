// For pages and the worker: what they do about the notifications that are shown.

export const shownLock = 'notifications shown';

/** For whoever holds the lock, and for the browser to do what it is asked for: it may never reply. Milliseconds. */
const maxWait = 5_000;

/** Rejects once the time is over. */
export function inTime<Value>(work: Promise<Value>, milliseconds = maxWait): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no reply')), milliseconds);
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}

/**
 * One after the other, in all tabs and the worker. Chromium forgets a notification that is asked for in the moment in which it is
 * shown: it takes it for one that is on the screen no longer. No tab finds it any more, to close it once it is read. A tab that
 * keeps the lock for too long is not waited for any more: that is worth less than what somebody is to be told, or not.
 */
export async function changeShown(change: () => Promise<void>): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return change();
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    return inTime(change());
  };
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), maxWait);
  try {
    await locks.request(shownLock, { signal: waiting.signal }, begin);
  } catch (error) {
    if (isBegun) throw error;
    await begin();
  } finally {
    clearTimeout(timer);
  }
}

/** Closes what fits, once nothing is being shown. */
export function closeShown(
  registration: ServiceWorkerRegistration,
  isOver: (data: unknown) => boolean,
): Promise<void> {
  return changeShown(async () => {
    for (const notification of await registration.getNotifications())
      if (isOver(notification.data)) notification.close();
  });
}
