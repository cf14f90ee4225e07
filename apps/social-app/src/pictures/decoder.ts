import sharp, { type Sharp, type SharpOptions } from 'sharp';

// Only what photographs come in; libvips reads SVG, PDF and more, too, none of which a stranger shall hand to it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`),
});
// A picture is drawn once; what libvips would keep of it is of no use to the next.
sharp.cache(false);
sharp.concurrency(1);

export interface DecodeLimits extends Pick<SharpOptions, 'animated' | 'failOn'> {
  /** Of all frames together. */
  readonly maxPixels: number;
}

/** A picture in one of the four formats; whatever is made of it throws when it is none, or one of too many pixels. */
export function decode(bytes: Buffer, { maxPixels, ...options }: DecodeLimits): Sharp {
  return sharp(bytes, { ...options, limitInputPixels: maxPixels });
}
