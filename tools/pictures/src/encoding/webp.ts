import type { BrowserContext } from 'playwright-core';

interface Look {
  /** Pixels around each picture. */
  readonly gap: number;
  readonly background: string;
  /** The picture gets coarser until it has no more bytes than this. */
  readonly mostBytes?: number;
}

/** Pictures side by side, as WebP. The browser is the only thing here that can write it. */
export async function toWebp(
  context: BrowserContext,
  shots: readonly string[],
  { gap, background, mostBytes = Infinity }: Look,
): Promise<Buffer> {
  const tab = await context.newPage();
  const sheet = await tab.evaluate(
    async ({ shots, background, gap, mostBytes }) => {
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
      for (let quality = 0.8; ; quality -= 0.1) {
        const encoded = canvas.toDataURL('image/webp', quality);
        if ((encoded.length * 3) / 4 <= mostBytes || quality < 0.2) return encoded;
      }
    },
    { shots, background, gap, mostBytes },
  );
  await tab.close();
  return Buffer.from(sheet.slice(sheet.indexOf(',') + 1), 'base64');
}
