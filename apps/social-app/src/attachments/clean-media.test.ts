import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  box,
  element,
  film,
  flacSound,
  frames,
  mp3Sound,
  oggSound,
  recording,
  secret,
  u32,
  voiceRecording,
  waveSound,
} from '../testing/media.js';
import { memoryFile } from '../testing/memory-file.js';
import { cleanMedia } from './clean-media.js';
import { createFolderFileStore } from './file-store.files.js';
import { tellType } from './told-type.js';

const made: Record<string, [() => Buffer, string, object]> = {
  'a film': [film, 'video/mp4', { kind: 'video', width: 180, height: 320, duration: 3 }],
  'a film of QuickTime': [
    () => film('video', 'qt  '),
    'video/quicktime',
    { kind: 'video', width: 180, height: 320, duration: 3 },
  ],
  'a voice in a container of films': [
    () => film('audio'),
    'video/mp4',
    { kind: 'audio', duration: 3 },
  ],
  'a recording': [recording, 'video/webm', { kind: 'audio', width: null, duration: 2.5 }],
  'a recorded voice without a duration': [
    () => voiceRecording(true),
    'video/webm',
    { kind: 'audio', duration: 1.5 },
  ],
  'the same with parts of known lengths': [
    () => voiceRecording(false),
    'video/webm',
    { kind: 'audio', duration: 1.5 },
  ],
  'a recorded film': [
    () => recording('video'),
    'video/webm',
    { kind: 'video', width: 320, height: 180, duration: 2.5 },
  ],
  'a voice of Ogg': [oggSound, 'audio/ogg', { kind: 'audio', duration: 4 }],
  'a sound of WAV': [waveSound, 'audio/wav', { kind: 'audio', duration: 2 }],
  'a sound of FLAC': [flacSound, 'audio/flac', { kind: 'audio', duration: 2 }],
  'a sound of MP3': [mp3Sound, 'audio/mpeg', { kind: 'audio', duration: null }],
};

describe.each(Object.entries(made))('%s', (_name, [make, type, facts]) => {
  it('loses what is neither seen nor heard, and keeps the rest where it is', async () => {
    const bytes = make();
    const before = Buffer.from(bytes);
    const told = await tellType(bytes.subarray(0, 65_536));
    expect(told.type).toBe(type);
    expect(before.includes('secret')).toBe(true);
    expect(await cleanMedia(told, memoryFile(bytes))).toMatchObject(facts);
    expect(bytes.includes('secret')).toBe(false);
    expect(bytes.includes('ecret')).toBe(false);
    expect(bytes.indexOf(frames)).toBe(before.indexOf(frames));
    // Once more changes nothing.
    const cleaned = Buffer.from(bytes);
    expect(await cleanMedia(told, memoryFile(bytes))).toMatchObject(facts);
    expect(bytes.equals(cleaned)).toBe(true);
  });

  it('broken in any way it is read to an end, or is no such file and stays as it is', async () => {
    const whole = make();
    const told = await tellType(whole);
    // Bytes and lengths from a generator that always begins alike, so that what fails fails again.
    let state = 7;
    const next = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % below;
    };
    for (let round = 0; round < 400; round += 1) {
      const bytes = Buffer.from(
        whole.subarray(0, round % 4 === 0 ? next(whole.length) : whole.length),
      );
      for (let n = 0; n <= next(4); n += 1) {
        const at = next(Math.max(1, bytes.length));
        if (bytes.length > at) bytes[at] = [0, 1, 127, 128, 255, next(256)][next(6)]!;
      }
      const before = Buffer.from(bytes);
      const file = memoryFile(bytes);
      const facts = await cleanMedia(told, file);
      if (facts === null) expect(bytes.equals(before)).toBe(true);
      expect(file.calls).toBeLessThan(20_000);
      const { duration, width } = facts ?? { duration: null, width: null };
      expect([duration ?? 1, width ?? 1].every((value) => value > 0 && value < Infinity)).toBe(
        true,
      );
    }
  });
});

describe('a film', () => {
  const told = { kind: 'video', type: 'video/mp4' } as const;

  it.each([
    ['behind the last box', Buffer.concat([film(), Buffer.from('secret place of a camera')])],
    ['behind it, too short for one', Buffer.concat([film(), Buffer.from('secret')])],
    ['where its end is missing', Buffer.concat([film(), u32(9999), Buffer.from('mdat'), frames])],
  ])('loses words %s', async (_which, bytes) => {
    const size = bytes.length;
    expect(await cleanMedia(told, memoryFile(bytes))).toMatchObject({ width: 180, duration: 3 });
    expect([bytes.includes('ecret'), bytes.length]).toEqual([false, size]);
    expect(bytes.includes(frames)).toBe(true);
  });

  /** Pictures behind one another, between which a camera of a car has written where it was. */
  const drive = (sizes: Buffer, type = 'vide', ...more: Buffer[]) => {
    const head = box('ftyp', Buffer.from('isom'), u32(512), Buffer.from('isommp42'));
    const first = head.length + 8;
    const handler = box('hdlr', u32(0, 0), Buffer.from(type), Buffer.alloc(13));
    const table = box(
      'stbl',
      box('stsc', u32(0, 1, 1, 1, 1)),
      sizes,
      box('stco', u32(0, 2, first, first + 300 + secret.length)),
      ...more,
    );
    const track = box('trak', box('mdia', handler, box('minf', table)));
    return Buffer.concat([
      head,
      box('mdat', frames.subarray(0, 300), secret, frames.subarray(300), secret),
      box('moov', track),
    ]);
  };
  const sizes = box('stsz', u32(0, 0, 2, 300, 300));

  it.each([
    ['of one size each', drive(sizes)],
    ['of one size for all', drive(box('stsz', u32(0, 300, 2)))],
    ['that are heard', drive(sizes, 'soun')],
  ])('loses what lies between pictures %s', async (_which, bytes) => {
    expect(await cleanMedia(told, memoryFile(bytes))).not.toBeNull();
    expect(bytes.includes('ecret')).toBe(false);
    for (const part of [frames.subarray(0, 300), frames.subarray(300)])
      expect(bytes.includes(part)).toBe(true);
  });

  it.each([
    [
      'that tells one size of all sounds, which is not theirs',
      drive(box('stsz', u32(0, 1, 2)), 'soun'),
    ],
    [
      'that names more samples than there is place for',
      drive(box('stsz', u32(0, 0, 3, 99, 99, 99))),
    ],
    ['that names fewer', drive(box('stsz', u32(0, 0, 1, 300)))],
    ['that tells sizes in another way', drive(box('stz2', u32(0, 16, 2)))],
    ['whose samples have parts elsewhere', drive(sizes, 'vide', box('saio', u32(0, 0)))],
    ['longer than its box', drive(box('stsz', u32(0, 0, 9, 300, 300)))],
  ])('keeps all data of a table %s', async (_which, bytes) => {
    const data = bytes.subarray(0, bytes.indexOf('moov'));
    const before = Buffer.from(data);
    expect(await cleanMedia(told, memoryFile(bytes))).not.toBeNull();
    expect(data.equals(before)).toBe(true);
  });

  it('without a table, with two, or with one that is compressed, is left as it is', async () => {
    const words = box('uuid', Buffer.from('what no player needs'));
    const table = film().subarray(film().indexOf('moov') - 4);
    const head = film().subarray(0, film().indexOf('moov') - 4);
    for (const odd of [
      Buffer.concat([head, words]),
      Buffer.concat([words, film(), table]),
      Buffer.concat([head, words, box('moov', box('cmov', frames))]),
    ]) {
      const before = Buffer.from(odd);
      expect(await cleanMedia(told, memoryFile(odd))).toBeNull();
      expect(odd.equals(before)).toBe(true);
    }
  });
});

const many = (count: number, bytes: Buffer) => Buffer.alloc(count * bytes.length, bytes);

/** Longer than what is read at once, with parts to empty all over it. */
const longRecording = () => {
  const part = Buffer.concat([element('a3', frames), element('bf', frames.subarray(0, 9))]);
  return Buffer.concat([recording('video'), many(300, part)]);
};

it.each([...Object.entries(made), ['a long recording', [longRecording]] as const])(
  '%s is the same on a disk',
  async (_name, [make]) => {
    const [bytes, folder] = [make(), await mkdtemp(join(tmpdir(), 'media-'))];
    const told = await tellType(bytes.subarray(0, 65_536));
    const staged = await createFolderFileStore(folder).stage(piecesOf(bytes), bytes.length);
    const facts = await staged!.edit((file) => cleanMedia(told, file));
    expect(facts).toEqual(await cleanMedia(told, memoryFile(bytes)));
    expect(facts).not.toBeNull();
    expect((await staged!.readAll()).equals(bytes)).toBe(true);
    await rm(folder, { recursive: true });
  },
);

async function* piecesOf(bytes: Buffer) {
  yield Buffer.from(bytes);
}

/** A track that is dropped, of chunks that begin at the same place, each with so many samples of one size. */
function droppedTrack(chunks: number, samples: number, size: number): Buffer {
  const table = box(
    'stbl',
    box('stsc', u32(0, 1, 1, samples, 1)),
    box('stsz', u32(0, size, 0)),
    box('stco', u32(0, chunks), many(chunks, u32(0))),
  );
  const handler = box('hdlr', u32(0, 0), Buffer.from('meta'), Buffer.alloc(13));
  return box('trak', box('mdia', handler, box('minf', table)));
}

/** Films of few bytes that would be much work. */
const laborious: Record<string, () => Buffer> = {
  'a table that names all of the file, again and again': () =>
    box('moov', droppedTrack(90_000, 1, 0xffffffff)),
  'tracks of a million samples each': () => box('moov', many(5_000, droppedTrack(1, 99_999, 1))),
  'a table of nothing but empty boxes': () => box('moov', many(2_000_000, box('free'))),
  'tracks of nothing but empty boxes': () =>
    box('moov', ...Array.from({ length: 200 }, () => box('trak', many(9_000, box('free'))))),
  'segments in segments': () => {
    let bytes = element('ec');
    for (let depth = 0; depth < 300; depth += 1) bytes = element('18538067', bytes);
    return bytes;
  },
  'a track of a million elements': () =>
    element('18538067', element('1654ae6b', element('ae', many(1_000_000, element('ec'))))),
  'a million elements to be emptied': () => element('18538067', many(1_000_000, element('bf'))),
};

it.each(Object.entries(laborious))(
  'few steps tell of %s that it is no film',
  async (_what, make) => {
    const bytes = make();
    const file = memoryFile(bytes);
    const type = bytes.toString('latin1', 4, 8) === 'moov' ? 'video/mp4' : 'video/webm';
    const facts = await cleanMedia({ kind: 'video', type }, file);
    expect(facts?.kind ?? 'none').toMatch(/^(none|audio)$/);
    expect(file.calls).toBeLessThan(50_000);
  },
);
