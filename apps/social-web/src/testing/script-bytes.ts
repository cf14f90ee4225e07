import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';

/** Bytes of script, gzipped, that a page asks for in an empty browser without a service worker, until it has a heading. */
export async function scriptBytes(page: Page, url: string): Promise<number> {
  const pending: Promise<number>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith('.js') || pathname.includes('service-worker')) return;
    pending.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const sizes = await Promise.all(pending);
  page.removeAllListeners('response');
  return sizes.reduce((sum, size) => sum + size, 0);
}
