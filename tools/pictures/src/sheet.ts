import type { BrowserContext } from 'playwright-core';

const widths = [320, 550, 800] as const;
const gap = 20;
const backgrounds = { light: '#f3f5f7', dark: '#0b0e11' };

/** A page in every width, side by side, as WebP. */
export async function drawSheet(
  context: BrowserContext,
  address: string,
  { theme, isOpened }: { readonly theme: 'light' | 'dark'; readonly isOpened: boolean },
): Promise<Buffer> {
  const tab = await context.newPage();
  try {
    const response = await tab.goto(`${address}?theme=${theme}`, { waitUntil: 'load' });
    if (!response?.ok()) throw new Error(`${address}: ${response?.status()}`);
    if (isOpened) await tab.locator('summary').first().click();
    const shots: string[] = [];
    for (const width of widths) {
      await tab.setViewportSize({ width, height: 100 });
      const shot = await tab.locator('html').screenshot({ omitBackground: true });
      shots.push(shot.toString('base64'));
    }
    return await joined(context, shots, backgrounds[theme]);
  } finally {
    await tab.close();
  }
}

// The browser is the only thing here that can write WebP.
async function joined(
  context: BrowserContext,
  shots: readonly string[],
  background: string,
): Promise<Buffer> {
  const tab = await context.newPage();
  const sheet = await tab.evaluate(
    async ({ shots, background, gap }) => {
      const images = shots.map((shot) =>
        Object.assign(new Image(), { src: `data:image/png;base64,${shot}` }),
      );
      await Promise.all(images.map((image) => image.decode()));
      const canvas = document.createElement('canvas');
      canvas.width = images.reduce((sum, { width }) => sum + width + gap, gap);
      canvas.height = Math.max(...images.map(({ height }) => height)) + 2 * gap;
      const pen = canvas.getContext('2d');
      if (!pen) throw new Error('no canvas');
      pen.fillStyle = background;
      pen.fillRect(0, 0, canvas.width, canvas.height);
      let left = gap;
      for (const image of images) {
        pen.drawImage(image, left, gap);
        left += image.width + gap;
      }
      return canvas.toDataURL('image/webp', 0.8);
    },
    { shots, background, gap },
  );
  await tab.close();
  return Buffer.from(sheet.slice(sheet.indexOf(',') + 1), 'base64');
}
