import { fileTypeFromBuffer } from 'file-type';
import type { TellImageType } from './image-source.port.js';

// Raster only. SVG is a document with scripts; the rest browsers do not show.
const shown: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'image/jpeg'],
  ['image/png', 'image/png'],
  ['image/apng', 'image/png'],
  ['image/webp', 'image/webp'],
  ['image/gif', 'image/gif'],
  ['image/avif', 'image/avif'],
]);

export const tellImageType: TellImageType = async (body) => {
  // A few bytes tell; the rest is not looked at, so that a crafted file has little to work on.
  const type = await fileTypeFromBuffer(body.subarray(0, 4100)).catch(() => undefined);
  return shown.get(type?.mime ?? '') ?? null;
};
