import type { BrowserContext } from 'playwright-core';
import { toWebp } from './encoding/webp.js';

const widths = [320, 550, 800] as const;
const gap = 20;
const backgrounds = { light: '#f3f5f7', dark: '#0b0e11' };

interface Options {
  readonly theme: 'light' | 'dark';
  /** Whether what is behind a content warning is shown. */
  readonly isOpened: boolean;
  /** Host and port of the instance: pages name it, and the port is another one with each start. */
  readonly instance: string;
}

/** A page in every width, side by side, as WebP. */
export async function drawSheet(
  context: BrowserContext,
  address: string,
  { theme, isOpened, instance }: Options,
): Promise<Buffer> {
  const tab = await context.newPage();
  try {
    const response = await tab.goto(`${address}?theme=${theme}`, { waitUntil: 'load' });
    if (!response?.ok()) throw new Error(`${address}: ${response?.status()}`);
    await tab.evaluate(renameInText, [instance, 'social.example'] as const);
    if (isOpened) await tab.locator('summary').first().click();
    const shots: string[] = [];
    for (const width of widths) {
      await tab.setViewportSize({ width, height: 100 });
      const shot = await tab.locator('html').screenshot({ omitBackground: true });
      shots.push(shot.toString('base64'));
    }
    return await toWebp(context, shots, { gap, background: backgrounds[theme] });
  } finally {
    await tab.close();
  }
}

/** Runs in the page. */
function renameInText([from, to]: readonly [string, string]): void {
  for (const element of document.body.querySelectorAll('*'))
    for (const node of element.childNodes)
      if (node.nodeType === node.TEXT_NODE)
        node.textContent = node.textContent?.replaceAll(from, to) ?? '';
}
