import { frames, mp3Frame, secret, u32 } from '../testing/media.js';
import { memoryFile } from '../testing/memory-file.js';
import { cleanMedia } from './clean-media.js';

const latin = (text: string) => Buffer.from(text, 'latin1');
const littleEndian = (...values: number[]) => u32(...values).swap32();
const synchsafe = (value: number) => [21, 14, 7, 0].map((bits) => (value >> bits) & 127);

const id3 = (mark: string, isFooted: boolean) =>
  Buffer.concat([latin(mark), Buffer.from([4, 0, isFooted ? 16 : 0, ...synchsafe(secret.length)])]);
const apeMark = (flags: number) =>
  Buffer.concat([
    latin('APETAGEX'),
    littleEndian(2000, secret.length + 32, 1, flags),
    Buffer.alloc(8),
  ]);
const lyrics = Buffer.concat([latin('LYRICSBEGIN'), secret]);

/** What stands before a sound, and behind it. */
const leading: Record<string, Buffer> = {
  ID3: Buffer.concat([id3('ID3', false), secret]),
  'ID3 with a footer': Buffer.concat([id3('ID3', true), secret, id3('3DI', true)]),
};
const trailing: Record<string, Buffer> = {
  'ID3 of version 1': Buffer.concat([latin('TAG'), secret, Buffer.alloc(125 - secret.length)]),
  'the same with more words': Buffer.concat([
    ...[latin('TAG+'), secret, Buffer.alloc(223 - secret.length)],
    ...[latin('TAG'), secret, Buffer.alloc(125 - secret.length)],
  ]),
  APE: Buffer.concat([apeMark(0xa0000000), secret, apeMark(0x80000000)]),
  'APE without a head': Buffer.concat([secret, apeMark(0)]),
  'Lyrics3 of version 1': Buffer.concat([lyrics, latin('LYRICSEND')]),
  'Lyrics3 of version 2': Buffer.concat([
    lyrics,
    latin(`${String(lyrics.length).padStart(6, '0')}LYRICS200`),
  ]),
  'ID3 of version 2': Buffer.concat([id3('ID3', true), secret, id3('3DI', true)]),
};

const adtsFrame = Buffer.concat([
  Buffer.from([0xff, 0xf1, 0x50, 0x80, 607 >> 3, ((607 & 7) << 5) | 31, 0xfc]),
  frames,
]);
const flac = Buffer.concat([latin('fLaC'), Buffer.from([128, 0, 0, 34]), Buffer.alloc(34), frames]);

const sounds: Record<string, readonly [type: string, sound: Buffer, between?: boolean]> = {
  MP3: ['audio/mpeg', Buffer.concat([mp3Frame, mp3Frame])],
  AAC: ['audio/aac', Buffer.concat([adtsFrame, adtsFrame])],
  FLAC: ['audio/flac', flac],
  'FLAC that is taken for MP3, since a long tag hides what it is': ['audio/mpeg', flac],
};

describe.each(Object.entries(sounds))('%s', (_name, [type, sound]) => {
  /** Any two of the ones before it, and any two of the others behind. */
  const pairs = (tags: Record<string, Buffer>) =>
    Object.entries(tags).flatMap(([one, first]) =>
      [['nothing', Buffer.alloc(0)] as const, ...Object.entries(tags)].map(
        ([other, second]) => [one, other, Buffer.concat([first, second])] as const,
      ),
    );

  async function expectClean(whole: Buffer, first: number) {
    const bytes = Buffer.from(whole);
    expect(await cleanMedia({ kind: 'audio', type }, memoryFile(bytes))).not.toBeNull();
    expect(bytes.includes('ecret')).toBe(false);
    expect(bytes.subarray(first, first + sound.length).equals(sound)).toBe(true);
    const rest = Buffer.concat([bytes.subarray(0, first), bytes.subarray(first + sound.length)]);
    // Nothing is left but the marks by which players skip what is there.
    expect(rest.toString('latin1').replaceAll('\0', '')).toMatch(/^(ID3\x04.{0,4})?(TAG)?$/s);
  }

  it.each(pairs(leading))('loses %s and %s before it', (_one, _other, tags) =>
    expectClean(Buffer.concat([tags, sound]), tags.length),
  );

  it.each(pairs(trailing))('loses %s and %s behind it', (_one, _other, tags) =>
    expectClean(Buffer.concat([sound, tags]), 0),
  );
});

it.each(['MP3', 'AAC'])('%s loses what lies between its frames', async (name) => {
  const [type, sound] = sounds[name]!;
  const half = sound.subarray(0, sound.length / 2);
  const whole = Buffer.concat([half, half, secret, leading['ID3']!, half, half, secret]);
  const bytes = Buffer.from(whole);
  expect(await cleanMedia({ kind: 'audio', type }, memoryFile(bytes))).not.toBeNull();
  expect(bytes.includes('ecret')).toBe(false);
  expect(bytes.toString('latin1').split(half.toString('latin1'))).toHaveLength(5);
});

describe('WAV', () => {
  const chunk = (name: string, content: Buffer, size = content.length) =>
    Buffer.concat([latin(name), littleEndian(size), content]);
  const format = chunk(
    'fmt ',
    Buffer.concat([Buffer.alloc(8), littleEndian(300), Buffer.alloc(4)]),
  );
  const wave = (...chunks: Buffer[]) => Buffer.concat([latin('RIFF\0\0\0\0WAVE'), ...chunks]);
  const clean = (bytes: Buffer) =>
    cleanMedia({ kind: 'audio', type: 'audio/wav' }, memoryFile(bytes));

  it.each([
    ['behind the last chunk', wave(format, chunk('data', frames), Buffer.from('secret!'))],
    [
      'in a chunk longer than the file',
      wave(format, chunk('data', frames), chunk('LIST', secret, 9e6)),
    ],
    [
      'behind a number',
      wave(format, chunk('fact', Buffer.concat([u32(1), secret, secret])), chunk('data', frames)),
    ],
    [
      'in a second format',
      wave(format, chunk('fmt ', Buffer.concat([secret, secret])), chunk('data', frames)),
    ],
  ])('loses words %s', async (_where, bytes) => {
    expect(await clean(bytes)).toMatchObject({ kind: 'audio', duration: 2 });
    expect([bytes.includes('ecret'), bytes.includes(frames)]).toEqual([false, true]);
  });

  it('keeps the sound of who could not write how long it became', async () => {
    const bytes = wave(format, chunk('data', frames, 0));
    expect(await clean(bytes)).toMatchObject({ duration: 2 });
    expect(bytes.includes(frames)).toBe(true);
  });

  it('loses words behind no sound at all', async () => {
    const bytes = wave(
      format,
      chunk('data', Buffer.alloc(0)),
      chunk('LIST', Buffer.concat([secret, secret])),
    );
    expect(await clean(bytes)).toMatchObject({ duration: null });
    expect(bytes.includes('ecret')).toBe(false);
  });
});

it('a sound of many frames is read in large parts', async () => {
  const file = memoryFile(Buffer.concat(Array.from({ length: 10_000 }, () => mp3Frame)));
  expect(await cleanMedia({ kind: 'audio', type: 'audio/mpeg' }, file)).toMatchObject({
    kind: 'audio',
  });
  expect(file.calls).toBeLessThan(200);
});

it('a sound with something between very many frames is left as it is, after few looks at it', async () => {
  const frame = Buffer.from([0xff, 0xf1, 0x50, 0x80, 0, (7 << 5) | 31, 0xfc]);
  const gap = Buffer.concat([frame, frame, Buffer.from([0])]);
  const file = memoryFile(Buffer.concat(Array.from({ length: 20_000 }, () => gap)));
  expect(await cleanMedia({ kind: 'audio', type: 'audio/aac' }, file)).toBeNull();
  expect(file.calls).toBeLessThan(15_000);
});
