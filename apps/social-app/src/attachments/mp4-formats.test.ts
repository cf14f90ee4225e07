import { box, frames, secret, u16, u32 } from '../testing/media.js';
import { cleanFormats } from './mp4-formats.js';

const [maker, name] = [
  Buffer.from('mine'),
  Buffer.from('\x14an encoder of a maker'.padEnd(32, '\0')),
];
const clean = (entry: Buffer, handler: string) => {
  const bytes = box('stsd', u32(0, 1), entry);
  cleanFormats(bytes, { type: 'stsd', start: 0, content: 8, end: bytes.length }, handler);
  return bytes;
};
/** Of pictures of 320 by 180 pixels. */
const picture = (...behind: Buffer[]) =>
  box(
    'avc1',
    ...[Buffer.alloc(6), u16(1), u32(0), maker, u32(0, 0), u16(320, 180), u32(72, 72, 0)],
    ...[u16(1), name, u16(24, 0xffff), ...behind],
  );

it('the encoder of pictures is not named, and decoders find what they need', () => {
  const configuration = box('avcC', frames);
  const bytes = clean(
    picture(box('uuid', secret), configuration, box('udta', secret), box('colr', frames)),
    'vide',
  );
  expect([bytes.includes('maker'), bytes.includes('mine'), bytes.includes('ecret')]).toEqual([
    false,
    false,
    false,
  ]);
  for (const stays of [configuration, box('colr', frames), u16(320, 180), u16(24, 0xffff)])
    expect(bytes.includes(stays)).toBe(true);
});

it('the reel of a time code is not named', () => {
  const entry = box('tmcd', Buffer.alloc(6), u16(1), u32(0, 0, 30_000, 1001), Buffer.of(30, 0));
  const named = Buffer.concat([entry, box('name', secret)]);
  named.writeUInt32BE(named.length);
  expect(clean(named, 'tmcd').includes('ecret')).toBe(false);
});

it('what is no box, or shorter than an entry, stays', () => {
  const colours = Buffer.concat([u32(0xffff), frames]);
  expect(clean(picture(colours), 'vide').includes(colours)).toBe(true);
  const short = box('avc1', Buffer.alloc(6), u16(1));
  expect(clean(short, 'vide').subarray(16)).toEqual(short);
});
