import type { FileFacts, SizeName, SmallerSize } from './attachment.js';
import { decode } from '../pictures/decoder.js';

/** 50 megapixels of all frames together: more than most cameras make, and decoded within 200 MB, one picture at a time. */
const maxPixels = 50_000_000;
/** Pixels each way. */
const longest = 4096;
const sides: readonly (readonly [SizeName, number])[] = [
  ['small', 360],
  ['medium', 1280],
];
const previewSide = 24;
const timeout = { seconds: 30 };
const webp = { quality: 80, effort: 2 };

export interface DrawnPicture {
  readonly facts: FileFacts;
  readonly bytes: Buffer;
  readonly smaller: readonly { readonly name: SizeName; readonly bytes: Buffer }[];
}

/**
 * The same picture, drawn anew: upright, and without what a camera or a program wrote into it (place, time, owner, another file
 * behind the picture). One that moves goes on moving, but in its small size. Null when it cannot be read, or has too many pixels.
 */
export async function drawPicture(bytes: Buffer): Promise<DrawnPicture | null> {
  try {
    return await draw(bytes);
  } catch {
    return null;
  }
}

async function draw(bytes: Buffer): Promise<DrawnPicture> {
  const open = (animated: boolean) =>
    decode(bytes, { maxPixels, animated, failOn: 'error' }).autoOrient();
  const { format, pages = 1 } = await open(true).metadata();
  const moves = pages > 1;
  const inside = (side: number, animated = moves) =>
    open(animated).resize(side, side, { fit: 'inside', withoutEnlargement: true }).timeout(timeout);
  const whole = toFormat(inside(longest), moves ? 'webp' : format);
  const { data, info } = await whole.picture.toBuffer({ resolveWithObject: true });
  const [width, height] = [info.width, info.pageHeight ?? info.height];
  const smaller = [];
  for (const [name, side] of sides) {
    if (side >= Math.max(width, height)) continue;
    const animated = moves && name !== 'small';
    const size = await inside(side, animated).webp(webp).toBuffer({ resolveWithObject: true });
    smaller.push({ name, bytes: size.data, info: size.info });
  }
  const preview = await inside(previewSide, false).blur(1).webp({ quality: 30 }).toBuffer();
  return {
    bytes: data,
    smaller,
    facts: {
      kind: 'image',
      type: whole.type,
      ...{ width, height, duration: null },
      preview: `data:image/webp;base64,${preview.toString('base64')}`,
      sizes: smaller.map(toSize),
    },
  };
}

/** Photographs stay JPEG and drawings PNG, so that whoever saves one can open it everywhere. */
function toFormat(picture: ReturnType<typeof decode>, format: string) {
  if (format === 'jpeg') return { type: 'image/jpeg', picture: picture.jpeg({ quality: 85 }) };
  if (format === 'png') return { type: 'image/png', picture: picture.png() };
  return { type: 'image/webp', picture: picture.webp({ ...webp, quality: 85 }) };
}

interface DrawnSize {
  readonly name: SizeName;
  readonly info: { readonly size: number; width: number; height: number; pageHeight?: number };
}

function toSize({ name, info }: DrawnSize): SmallerSize {
  const { size, width, height, pageHeight = height } = info;
  return { name, type: 'image/webp', size, width, height: pageHeight };
}
