import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** A photograph as a phone makes it: on its side, with its place, its maker and its owner written into it. */
export function photograph(width = 1600, height = 900): Promise<Buffer> {
  return noise(width, height)
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'SecretMaker', Artist: 'Secret Owner', Copyright: 'secret words' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .jpeg({ quality: 60 })
    .toBuffer();
}

export function drawing(width = 40, height = 30): Promise<Buffer> {
  return noise(width, height).png().toBuffer();
}

/** Frames that differ. */
export async function animation(frames = 5, side = 60): Promise<Buffer> {
  const raw = { width: side, height: side * frames, channels: 3 as const, pageHeight: side };
  return sharp(randomBytes(side * side * frames * 3), { raw })
    .gif({ delay: Array.from({ length: frames }, () => 100), loop: 0 })
    .toBuffer();
}

/** A picture of few bytes that takes 150 megabytes once decoded. */
export function bomb(): Promise<Buffer> {
  const create = { width: 7200, height: 7000, channels: 3 as const, background: '#fff' };
  return sharp({ create, limitInputPixels: false }).png({ compressionLevel: 1 }).toBuffer();
}

export const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

/** What a browser would run if it were shown. */
export const active = {
  'an SVG picture': Buffer.from(svg),
  'an SVG picture with a prolog': Buffer.from(`<?xml version="1.0"?>\n${svg}`),
  'a page': Buffer.from('<!doctype html><script>alert(1)</script>'),
  'a script': Buffer.from('alert(1)'),
  'XML with a style': Buffer.from('<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><x/>'),
};

function noise(width: number, height: number) {
  const raw = { width, height, channels: 3 as const };
  return sharp(randomBytes(width * height * 3), { raw }).blur(2);
}
