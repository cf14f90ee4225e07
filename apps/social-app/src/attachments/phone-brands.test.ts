import { box } from '../testing/media.js';
import { phonePicture } from '../testing/phone-picture.js';
import { tellType } from './told-type.js';

const typeOf = async (first: string, ...others: string[]) =>
  (await tellType(box('ftyp', ...[first, '\0\0\0\0', ...others].map((each) => Buffer.from(each)))))
    .type;

it.each([
  [['miaf', 'mif1', 'heic'], 'image/heif'],
  [['heim', 'mif1'], 'image/heif'],
  [['ABCD', 'avif'], 'image/heif'],
  [['ABCD', 'mif1', 'isom'], 'image/heif'],
  [['isom', 'mif1'], 'video/mp4'],
  [['ABCD', 'mp42', 'heic'], 'video/mp4'],
  [['ABCD'], 'video/mp4'],
  [['3g2a'], 'video/3gpp'],
  [['qt  ', 'mif1'], 'video/quicktime'],
])('of the brands %p the first that is known counts: %s', async (brands, type) => {
  expect(await typeOf(...(brands as [string, ...string[]]))).toBe(type);
});

it('a brand of a longer name than there is file is none', async () => {
  for (let length = 8; length < 24; length += 1)
    await tellType(phonePicture('ABCD').subarray(0, length));
});
