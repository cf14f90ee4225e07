import { readFile } from 'node:fs/promises';
import type { BrowserContext } from 'playwright-core';
import { toWebp } from '../encoding/webp.js';
import type { Drawing } from './drawing.js';
import type { Grafana } from './grafana.js';

const mostBytes = 150_000;
const origin = 'http://dashboard.example';
const html = '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/styles.css">';

/** A dashboard, drawn by Grafana's components, as WebP. */
export async function drawPicture(
  context: BrowserContext,
  { script, styles, iconFile }: Grafana,
  drawing: Drawing,
): Promise<Buffer> {
  const tab = await context.newPage();
  const errors: Error[] = [];
  tab.on('pageerror', (error) => errors.push(error));
  await tab.setViewportSize({ width: drawing.width, height: 800 });
  await tab.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/')
      return route.fulfill({
        contentType: 'text/html',
        body: `${html}<div id="dashboard"></div>`,
      });
    if (pathname === '/styles.css') return route.fulfill({ contentType: 'text/css', body: styles });
    const icon = /\/img\/icons\/([\w/-]+\.svg)$/.exec(pathname)?.[1];
    if (!icon) return route.abort();
    return route.fulfill({ contentType: 'image/svg+xml', body: await readFile(iconFile(icon)) });
  });
  try {
    await tab.goto(`${origin}/`);
    await tab.addScriptTag({ content: script });
    // Canvases are drawn once, with the fonts that are there.
    await tab.evaluate(() =>
      Promise.all(['400 12px Inter', '500 12px Inter'].map((font) => document.fonts.load(font))),
    );
    await tab.evaluate((given) => {
      (window as unknown as { drawDashboard(drawing: Drawing): void }).drawDashboard(given);
    }, drawing);
    await tab.waitForLoadState('networkidle');
    if (errors.length > 0) throw new AggregateError(errors, drawing.dashboard.title);
    const shot = await tab.locator('#dashboard').screenshot();
    return await toWebp(context, [shot.toString('base64')], {
      gap: 0,
      background: '#000',
      mostBytes,
    });
  } finally {
    await tab.close();
  }
}
