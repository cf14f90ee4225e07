import type { Page } from 'playwright-core';

export const uploads = '**/api/attachments?*';

/** From now on uploads wait until the returned function is called. */
export async function holdUploads(page: Page): Promise<() => Promise<void>> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(uploads, async (route) => {
    await held;
    // The page may have gone on meanwhile.
    await route.continue().catch(() => {});
  });
  return async () => {
    release();
    await page.unroute(uploads);
  };
}
