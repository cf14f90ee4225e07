import { randomInt } from 'node:crypto';
import sharp from 'sharp';
import { photograph } from '../testing/files.js';
import { box, frames, secret, u16, u32 } from '../testing/media.js';
import { phonePicture } from '../testing/phone-picture.js';
import { memoryFile } from '../testing/memory-file.js';
import { cleanPhonePicture } from './clean-media.js';
import { tellType } from './told-type.js';

async function cleaned(bytes: Buffer): Promise<boolean> {
  const told = await tellType(bytes.subarray(0, 65_536));
  expect(told).toEqual({ kind: 'file', type: expect.stringMatching(/^image\/(heic|heif|avif)/) });
  return cleanPhonePicture(memoryFile(bytes));
}

it.each(['heic', 'heix', 'mif1', 'hevc', 'miaf', 'MiHB'])(
  'a picture of a phone (%s) loses what is not seen',
  async (brand) => {
    const bytes = phonePicture(brand);
    const before = Buffer.from(bytes);
    expect(await cleaned(bytes)).toBe(true);
    expect(bytes.includes('ecret')).toBe(false);
    expect(bytes.length).toBe(before.length);
    expect(bytes.indexOf(frames)).toBe(before.indexOf(frames));
    for (const stays of ['hvc1', 'ispe', 'irot', 'ipma', 'pitm'])
      expect(bytes.indexOf(stays)).toBe(before.indexOf(stays));
    const again = Buffer.from(bytes);
    expect(await cleaned(again)).toBe(true);
    expect(again.equals(bytes)).toBe(true);
  },
);

it('one that a foreign program has written is still read by one, and shows the same', async () => {
  sharp.unblock({ operation: ['VipsForeignLoadHeifBuffer'] });
  const bytes = await sharp(await photograph(120, 80))
    .avif({ effort: 0 })
    .withExif({ IFD0: { Make: 'secret device' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .toBuffer();
  const shown = await sharp(bytes).raw().toBuffer();
  expect(bytes.includes('secret device')).toBe(true);
  expect(await cleaned(bytes)).toBe(true);
  expect(bytes.includes('secret')).toBe(false);
  expect((await sharp(bytes).raw().toBuffer()).equals(shown)).toBe(true);
  sharp.block({ operation: ['VipsForeignLoadHeifBuffer'] });
});

/** A picture in whose data an item of this type lies at these places, and the bytes of the picture. */
function withItem(type: string, { start = 0, length = 0, method = 0, behind = '' } = {}) {
  const head = box('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic'));
  const infe = (id: number, name: string) =>
    box('infe', u32(0x02000000), u16(id, 0), Buffer.from(`${name}\0`));
  const metaOf = (data: number) =>
    box(
      'meta',
      u32(0),
      box('iinf', u32(0), u16(2), infe(1, 'hvc1'), infe(2, type)),
      box(
        'iloc',
        u32(0x01000000),
        u16(0x4400, 2, 1, 0, 0, 1),
        u32(data, frames.length),
        u16(2, method, 0, 1),
        u32(data + start, length),
      ),
      box('idat', secret),
    );
  const data = head.length + metaOf(0).length + 8;
  return Buffer.concat([
    head,
    metaOf(data),
    box('mdat', frames, secret, secret),
    Buffer.from(behind),
  ]);
}

it.each([
  ['that no item names', { start: 0, length: 10 }],
  ['behind the last box', { start: 0, length: 10, behind: 'secret words' }],
  ['behind it, too short for one', { start: 0, length: 10, behind: 'ecret' }],
  ['of an item up to the end', { start: frames.length, length: 0 }],
  ['of an item of another one', { start: 0, length: 10, method: 2 }],
  ['of an item that begins within the picture', { start: 300, length: 340 }],
])('words %s are gone, and the picture is whole', async (_which, at) => {
  const bytes = withItem('Exif', at);
  const size = bytes.length;
  expect(await cleaned(bytes)).toBe(true);
  expect([bytes.includes('ecret'), bytes.length]).toEqual([false, size]);
  expect(bytes.includes(frames)).toBe(true);
});

it('a picture that is a part of another item is left as it is', async () => {
  const bytes = withItem('hvc1', { start: 0, length: 10, method: 2 });
  const before = Buffer.from(bytes);
  expect(await cleaned(bytes)).toBe(false);
  expect(bytes.equals(before)).toBe(true);
});

it('items beyond the data, without a place or a type, or another list of them: it may be anything, and stays as it is', async () => {
  const replaced = (from: Buffer | string, to: Buffer | string) => {
    const bytes = phonePicture();
    const at = bytes.indexOf(from);
    expect(at).toBeGreaterThan(0);
    Buffer.from(to).copy(bytes, at);
    return bytes;
  };
  const twice = Buffer.concat([phonePicture(), box('meta', Buffer.alloc(4))]);
  for (const odd of [
    replaced('iloc', 'xloc'),
    replaced('iinf', 'xinf'),
    replaced('idat', 'xdat'),
    replaced('mdat', 'free'),
    replaced('infe\x02', 'infe\x01'),
    twice,
  ]) {
    const before = Buffer.from(odd);
    expect(await cleaned(odd)).toBe(false);
    expect(odd.equals(before)).toBe(true);
  }
});

it('a list of endless parts, or of the same ones again and again, is read to an end', async () => {
  const iinf = box('iinf', u32(0), u16(0));
  const pictures = [
    // Parts that are in another file, and are told in no bytes: twenty-six thousand million.
    box(
      'iloc',
      u32(0x02000000),
      u16(0),
      u32(400_000),
      Buffer.alloc(4_000_000, u16(0, 1, 0, 1, 65_535)),
    ),
    // The whole of the data, fifty thousand times.
    box(
      'iloc',
      u32(0x01000000),
      u16(0x4400, 1, 7, 1, 0, 50_000),
      Buffer.alloc(400_000, u32(0, 100_000)),
    ),
  ].map((iloc) => {
    const meta = box('meta', u32(0), iinf, iloc, box('idat', Buffer.alloc(100_000)));
    return Buffer.concat([phonePicture().subarray(0, 24), meta]);
  });
  expect(await Promise.all(pictures.map(cleaned))).toEqual([false, true]);
});

it('broken in any way it is read to an end, and no longer or shorter than it was', async () => {
  const whole = phonePicture();
  for (let round = 0; round < 2000; round += 1) {
    const bytes = Buffer.from(whole);
    const changes = [];
    for (let n = randomInt(1, 6); n > 0; n -= 1) {
      // Behind what tells the type.
      const [at, value] = [randomInt(28, bytes.length), [0, 1, 127, 255, randomInt(256)][n % 5]!];
      bytes[at] = value;
      changes.push([at, value]);
    }
    const file = memoryFile(bytes);
    await cleanPhonePicture(file);
    expect({ changes, length: bytes.length }).toEqual({ changes, length: whole.length });
    expect(file.calls).toBeLessThan(1000);
  }
});

describe('a small picture that is a JPEG', () => {
  /** As cameras write it: what it says of itself beside the picture stands in segments of several names, and behind its end. */
  async function thumbnail(): Promise<{ bytes: Buffer; shown: Buffer }> {
    const plain = await sharp(await photograph(80, 60))
      .jpeg()
      .toBuffer();
    const segment = (marker: number, name: string) =>
      Buffer.concat([
        Buffer.of(0xff, marker),
        u16(2 + name.length + secret.length),
        Buffer.from(name),
        secret,
      ]);
    const said = [
      segment(0xe1, 'Exif\0\0'),
      segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0'),
      segment(0xe0, 'JFXX\0'),
      segment(0xe2, 'MPF\0'),
      segment(0xed, 'Photoshop 3.0\0'),
      segment(0xfe, ''),
    ];
    const bytes = Buffer.concat([plain.subarray(0, 2), ...said, plain.subarray(2), secret]);
    return { bytes, shown: await sharp(bytes).raw().toBuffer() };
  }

  it.each([1, 2, 3])('loses what it says, and shows the same, in %i parts', async (count) => {
    const { bytes: jpeg, shown } = await thumbnail();
    const head = box('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic'));
    const infe = (id: number, name: string) =>
      box('infe', u32(0x02000000), u16(id, 0), Buffer.from(`${name}\0`));
    const size = Math.ceil(jpeg.length / count);
    const parts = Array.from({ length: count }, (_, n) => jpeg.subarray(n * size, (n + 1) * size));
    const metaOf = (data: number) =>
      box(
        'meta',
        u32(0),
        box('iinf', u32(0), u16(2), infe(1, 'hvc1'), infe(2, 'jpeg')),
        box(
          'iloc',
          u32(0x01000000),
          u16(0x4400, 2, 1, 0, 0, 1),
          u32(data, frames.length),
          u16(2, 0, 0, count),
          ...parts.map((part, n) => u32(data + frames.length + n * size, part.length)),
        ),
      );
    const data = head.length + metaOf(0).length + 8;
    const bytes = Buffer.concat([head, metaOf(data), box('mdat', frames, jpeg)]);
    expect(await cleaned(bytes)).toBe(true);
    expect([bytes.includes('ecret'), bytes.includes(frames)]).toEqual([false, true]);
    const left = bytes.subarray(data + frames.length);
    expect((await sharp(left).raw().toBuffer()).equals(shown)).toBe(true);
  });
});
