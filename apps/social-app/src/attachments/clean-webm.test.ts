import { element, frames, secret } from '../testing/media.js';
import { memoryFile } from '../testing/memory-file.js';
import { cleanMedia } from './clean-media.js';

interface Part {
  readonly id: string;
  readonly content: Buffer | readonly Part[];
}
const part = (id: string, ...content: Part[] | [Buffer]): Part => ({
  id,
  content: Buffer.isBuffer(content[0]) ? content[0] : (content as Part[]),
});
const bytes = (...values: number[]) => Buffer.from(values);

/** A film as programs write it that know its end: with places of everything, and blocks in groups. */
const film: readonly Part[] = [
  part('1a45dfa3', part('4282', Buffer.from('webm'))),
  part(
    '18538067',
    part('114d9b74', part('4dbb', part('53ab', bytes(0x15, 0x49, 0xa9, 0x66)))),
    part('1549a966', part('2ad7b1', bytes(0x0f, 0x42, 0x40))),
    part(
      '1654ae6b',
      part(
        'ae',
        part('83', bytes(1)),
        part('63a2', frames.subarray(0, 99)),
        part('e0', part('b0', bytes(1, 64)), part('ba', bytes(180))),
      ),
      part('ae', part('83', bytes(2)), part('e1', part('9f', bytes(1)))),
    ),
    part(
      '1f43b675',
      part('e7', bytes(7, 208)),
      part('a3', Buffer.concat([bytes(0x81, 0, 0, 0x80), frames])),
      part('a0', part('a1', Buffer.concat([bytes(0x81, 1, 244, 0), frames])), part('9b', bytes(9))),
    ),
    part('1c53bb6b', part('bb', part('b3', bytes(0)), part('b7', part('f7', bytes(1))))),
  ),
];

/** What programs leave in films: old words under an empty head, words, checksums, and what nobody knows. */
const planted: Record<string, Buffer> = {
  'an element that should be empty': element('ec', secret),
  tags: element('1254c367', element('7373', element('67c8', element('4487', secret)))),
  'a checksum': element('bf', secret),
  'an attached file': element('1941a469', element('61a7', secret)),
  'an unknown element': element('4fff', secret),
  'a signature': element('1b538667', secret),
  'the name of an encoder': element('258688', secret),
};

const write = (parts: readonly Part[], plant: (id: string) => Buffer, around = ''): Buffer =>
  Buffer.concat([
    ...parts.map(({ id, content }) =>
      element(id, Buffer.isBuffer(content) ? content : write(content, plant, id)),
    ),
    plant(around),
  ]);

const masters = (parts: readonly Part[]): string[] =>
  parts.flatMap(({ id, content }) => (Buffer.isBuffer(content) ? [] : [id, ...masters(content)]));

const told = { kind: 'video', type: 'video/webm' } as const;

describe.each(Object.entries(planted))('%s', (_what, plant) => {
  it.each(['', ...new Set(masters(film))])('leaves a film that has it in %j', async (master) => {
    const whole = write(film, (around) => (around === master ? plant : Buffer.alloc(0)));
    expect(whole.includes(secret)).toBe(true);
    const cleaned = Buffer.from(whole);
    expect(await cleanMedia(told, memoryFile(cleaned))).toEqual({
      kind: 'video',
      width: 320,
      height: 180,
      duration: 2.5,
    });
    expect(cleaned.includes('ecret')).toBe(false);
    // Nothing else has changed, and nothing has moved.
    const rest = write(film, (around) =>
      around === master ? emptied(plant.length) : Buffer.alloc(0),
    );
    expect(cleaned.equals(rest)).toBe(true);
  });
});

/** An empty element of so many bytes. */
const emptied = (length: number) => element('ec', Buffer.alloc(length - 9));
