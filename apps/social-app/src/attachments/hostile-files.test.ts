import { randomInt } from 'node:crypto';
import sharp from 'sharp';
import { active, animation, drawing, photograph } from '../testing/files.js';
import { drawPicture } from './draw-picture.js';
import { tellType } from './told-type.js';

/** Pictures of every format, and a page. */
async function samples(): Promise<Buffer[]> {
  const still = await drawing(80, 60);
  return [
    still,
    await photograph(120, 80),
    await animation(3, 40),
    await sharp(still).webp().toBuffer(),
    await sharp(still).png({ palette: true, progressive: true }).toBuffer(),
    active['a page'],
  ];
}

/** One of them, cut, changed, or with a part of another one in or behind it. */
function hostile(all: readonly Buffer[]): Buffer {
  const pick = () => all[randomInt(all.length)]!;
  const bytes = Buffer.from(pick());
  const other = pick();
  const at = randomInt(bytes.length);
  switch (randomInt(4)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return Buffer.concat([bytes, other]);
    case 2:
      return Buffer.concat([bytes.subarray(0, at), other, bytes.subarray(at)]);
    default:
      for (let n = randomInt(1, 12); n > 0; n -= 1)
        // Sizes and offsets are at the beginning.
        bytes[randomInt(Math.min(bytes.length, [64, 512, bytes.length][n % 3]!))] = [
          0,
          127,
          255,
          randomInt(256),
        ][n % 4]!;
      return bytes;
  }
}

// ROUNDS=1000 by hand; each takes some milliseconds.
const rounds = Number(process.env['ROUNDS'] ?? 60);

it('whatever a picture is made to be, it is a clean picture or none', async () => {
  const all = await samples();
  let drawnOnes = 0;
  for (let round = 0; round < rounds; round += 1) {
    const bytes = hostile(all);
    const input = bytes.toString('base64');
    const { kind } = await tellType(bytes);
    const drawn = await drawPicture(bytes);
    // A file like any is kept as it was sent, with all that is in it: what a decoder reads must not be one.
    if (drawn !== null) expect({ input, kind }).toEqual({ input, kind: 'image' });
    if (drawn === null) continue;
    drawnOnes += 1;
    const { facts } = drawn;
    const out = [drawn.bytes, ...drawn.smaller.map((each) => each.bytes)];
    for (const each of out) {
      const { format, exif, icc, xmp, iptc, comments } = await sharp(each).metadata();
      const found = { format, exif, icc, xmp, iptc, comments, script: each.includes('<script') };
      expect({ input, found }).toEqual({
        input,
        found: { format: expect.stringMatching(/^(jpeg|png|webp)$/), script: false },
      });
    }
    expect([facts.width! > 0, facts.height! > 0]).toEqual([true, true]);
    expect(facts.preview!.length).toBeLessThan(2000);
  }
  expect(drawnOnes).toBeGreaterThan(0);
});
