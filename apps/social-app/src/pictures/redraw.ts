import { decode } from './decoder.js';

/** Pixels each way: twice the largest that the web client shows. */
const side = 192;
/** 16 megapixels: more than cameras of phones make by default, and decoded well below the memory of a small container. */
const maxPixels = 16 * 1024 * 1024;

/**
 * A square WebP of what the bytes show, upright and without what a camera wrote beside it (place, time, owner). Null when
 * they are no picture in one of the four formats, or one of too many pixels.
 */
export async function redraw(bytes: Buffer): Promise<Uint8Array | null> {
  try {
    return await decode(bytes, { maxPixels })
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: 80 })
      .timeout({ seconds: 5 })
      .toBuffer();
  } catch {
    return null;
  }
}
