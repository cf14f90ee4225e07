import type { Page } from 'playwright-core';

/**
 * Resolves once the worker replies for the page. A function: a string is evaluated at every look, which the policy of the pages
 * refuses after the first.
 */
export async function isControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker?.controller != null);
}
