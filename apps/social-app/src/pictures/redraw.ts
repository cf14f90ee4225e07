import sharp from 'sharp';

/** Pixels each way: twice the largest that the web client shows. */
const side = 192;
/** 16 megapixels: more than cameras of phones make by default, and decoded well below the memory of a small container. */
const maxPixels = 16 * 1024 * 1024;

// Only what photographs come in; libvips reads SVG, PDF and more, too, none of which a stranger shall hand to it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`),
});
// A picture is drawn once; what libvips would keep of it is of no use to the next.
sharp.cache(false);
sharp.concurrency(1);

/**
 * A square WebP of what the bytes show, upright and without what a camera wrote beside it (place, time, owner). Null when
 * they are no picture in one of the four formats, or one of too many pixels.
 */
export async function redraw(bytes: Buffer): Promise<Uint8Array | null> {
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels })
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: 80 })
      .timeout({ seconds: 5 })
      .toBuffer();
  } catch {
    return null;
  }
}
