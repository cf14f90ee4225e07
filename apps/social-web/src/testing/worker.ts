import type { Page } from 'playwright-core';

/**
 * Resolves once the worker replies for the page. A function: a string is evaluated at every look, which the policy of the pages
 * refuses after the first.
 */
export async function isControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker?.controller != null);
}

/** Has the browser look for a release. Returns the state of its worker once that is no longer being installed. */
export function installNext(page: Page): Promise<ServiceWorkerState> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    // It may have failed by the time that the update is said to have been found.
    const found = new Promise<ServiceWorker>((resolve) => {
      const take = () => resolve(registration.installing!);
      registration.addEventListener('updatefound', take, { once: true });
    });
    await registration.update();
    const worker = await found;
    while (worker.state === 'installing')
      await new Promise((resolve) =>
        worker.addEventListener('statechange', resolve, { once: true }),
      );
    return worker.state;
  });
}
