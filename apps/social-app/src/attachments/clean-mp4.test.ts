import { box, frames, full, handler, secret, u32 } from '../testing/media.js';
import { memoryFile } from '../testing/memory-file.js';
import { cleanMedia } from './clean-media.js';

const told = { kind: 'video', type: 'video/mp4' } as const;
const clean = async (bytes: Buffer) => {
  const size = bytes.length;
  expect(bytes.includes(secret)).toBe(true);
  const found = await cleanMedia(told, memoryFile(bytes));
  expect([bytes.includes('ecret'), bytes.length]).toEqual([false, size]);
  return found;
};

type Plant = (container: string) => Buffer;
const nothing: Plant = () => Buffer.alloc(0);
const head = box('ftyp', Buffer.from('isom'), u32(512), Buffer.from('isommp42'));

/** A track whose samples lie at `at`, or in fragments; in each container there may be more. */
function track(plant: Plant, id: number, type: string, at: number | null, sizes: number[]): Buffer {
  const around = (name: string, ...content: Buffer[]) => box(name, ...content, plant(name));
  const isHere = at !== null;
  return around(
    'trak',
    full('tkhd', u32(0, 0, id), Buffer.alloc(68)),
    around('edts', full('elst', u32(0))),
    around('tref', box('tmcd', u32(9)), ...(id === 1 ? [box('chap', u32(2))] : [])),
    around(
      'mdia',
      full('mdhd', u32(0, 0, 1000, 3000, 0)),
      handler(type),
      around(
        'minf',
        around('gmhd', full('gmin', u32(0, 0, 0))),
        around('dinf', full('dref', u32(1), box('alis', u32(1), plant('alis')))),
        around(
          'stbl',
          full('stsd', u32(0)),
          full('stts', u32(0)),
          full('stsc', ...(isHere ? [u32(1, 1, sizes.length, 1)] : [u32(0)])),
          full('stsz', u32(0), u32(...(isHere ? [sizes.length, ...sizes] : [0]))),
          full('stco', ...(isHere ? [u32(1, at)] : [u32(0)])),
        ),
      ),
    ),
  );
}

const whole = (plant: Plant, second = 'soun') => {
  const first = head.length + 8;
  return Buffer.concat([
    head,
    box('mdat', frames, ...(second === 'soun' ? [] : [secret])),
    box(
      'moov',
      full('mvhd', u32(0, 0, 1000, 3000), Buffer.alloc(80)),
      track(plant, 1, 'vide', first, [100, 200]),
      second === 'soun'
        ? track(plant, 2, second, first + 300, [300])
        : track(plant, 2, second, first + 600, [secret.length]),
      plant('moov'),
    ),
  ]);
};

describe('words that a program has put', () => {
  const makers = ['udta', 'meta', 'uuid', 'free', 'skip', 'wide', 'name', 'XMP_', 'abcd'];
  const containers = ['moov', 'trak', 'edts', 'tref', 'mdia', 'minf', 'gmhd', 'dinf', 'stbl'];

  it.each(containers)('into %s are gone, whatever they are called', async (container) => {
    for (const maker of makers) {
      const bytes = whole((name) => (name === container ? box(maker, secret) : nothing(name)));
      expect(await clean(bytes)).toMatchObject({ kind: 'video', duration: 3 });
      expect(bytes.includes(frames)).toBe(true);
    }
  });

  it('into the place of the data are gone, such as a path on a disk', async () => {
    const bytes = whole((name) => (name === 'alis' ? secret : nothing(name)));
    expect(await clean(bytes)).toMatchObject({ kind: 'video' });
    expect(bytes.includes(box('alis', u32(1)).subarray(4))).toBe(true);
  });
});

it.each(['text', 'sbtl'])(
  'chapters in a track of %s are gone, as are other words',
  async (type) => {
    const bytes = whole(nothing, type);
    expect(await clean(bytes)).toMatchObject({ kind: 'video' });
    expect(bytes.includes(frames.subarray(0, 300))).toBe(true);
  },
);

/** The ways in which a fragment may say where its samples are, and how long. */
interface Fragmented {
  readonly base: 'told' | 'moof' | 'follows';
  readonly sizes: 'each' | 'fragment' | 'all';
}

/** Two fragments of pictures, each with what a device has measured meanwhile, and with words that no run names. */
function fragmented({ base, sizes }: Fragmented): Buffer {
  const tracks = [track(nothing, 1, 'vide', null, []), track(nothing, 2, 'meta', null, [])];
  const extend = (id: number, size: number) => full('trex', u32(id, 1, 0, size, 0));
  const moov = box(
    'moov',
    full('mvhd', u32(0, 0, 1000, 3000), Buffer.alloc(80)),
    ...tracks,
    box('mvex', extend(1, sizes === 'all' ? 150 : 0), extend(2, secret.length)),
  );
  const parts = [head, moov];
  for (const pictures of [frames.subarray(0, 300), frames.subarray(300)]) {
    const start = parts.reduce((sum, { length }) => sum + length, 0);
    const moofOf = (length: number) => {
      const first = length + 8;
      const traf = (id: number, offset: number, run: Buffer) => {
        const flags =
          (base === 'told' ? 0x1 : base === 'moof' ? 0x20000 : 0) +
          (sizes === 'fragment' && id === 1 ? 0x10 : 0);
        const baseBytes = base === 'told' ? [u32(0, start)] : [];
        const sizeBytes = sizes === 'fragment' && id === 1 ? [u32(150)] : [];
        const isTold = base !== 'follows' || id === 1;
        const each = sizes === 'each' && id === 1;
        return box(
          'traf',
          box('tfhd', u32(flags, id), ...baseBytes, ...sizeBytes),
          box(
            'trun',
            u32((isTold ? 0x1 : 0) + (each ? 0x200 : 0), id === 1 ? 2 : 1),
            ...(isTold ? [u32(offset)] : []),
            ...(each ? [run] : []),
          ),
        );
      };
      return box(
        'moof',
        full('mfhd', u32(1)),
        traf(1, first, u32(150, 150)),
        traf(2, first + 300, u32()),
      );
    };
    parts.push(moofOf(moofOf(0).length), box('mdat', pictures, secret, secret));
  }
  return Buffer.concat(parts);
}

it.each(
  (['told', 'moof', 'follows'] as const).flatMap((base) =>
    (['each', 'fragment', 'all'] as const).map((sizes) => ({ base, sizes })),
  ),
)('what a device measures is gone from fragments (offsets %j)', async (how) => {
  const bytes = fragmented(how);
  expect(await clean(bytes)).toMatchObject({ kind: 'video' });
  for (const part of [frames.subarray(0, 300), frames.subarray(300)])
    expect(bytes.includes(part)).toBe(true);
});

it.each([0x80000000, 0xffff0000])(
  'a film whose fragment lies before its file (%i) is left as it is',
  async (offset) => {
    const bytes = fragmented({ base: 'moof', sizes: 'all' });
    // Of the last run, which is of the track that a device has measured.
    bytes.writeUInt32BE(offset, bytes.lastIndexOf('trun') + 12);
    const before = Buffer.from(bytes);
    expect(await cleanMedia(told, memoryFile(bytes))).toBeNull();
    expect(bytes.equals(before)).toBe(true);
  },
);
