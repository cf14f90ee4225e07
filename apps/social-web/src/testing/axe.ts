import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

/** What axe finds on the page as it is, in both themes. */
export async function axeFindings(page: Page): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(
      ...(await page.evaluate<unknown[]>(`${axe}; axe.run().then(({ violations }) =>
        violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`)),
    );
  }
  await page.emulateMedia({ colorScheme: null });
  return found;
}
