// For pages and the worker: what they do about the notifications that are shown.

export const shownLock = 'notifications shown';

/**
 * One after the other, in all tabs and the worker. Chromium forgets a notification that is asked for in the moment in which it is
 * shown: it takes it for one that is on the screen no longer. No tab finds it any more, to close it once it is read.
 */
export async function changeShown(change: () => Promise<void>): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  await (locks ? locks.request(shownLock, change) : change());
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
