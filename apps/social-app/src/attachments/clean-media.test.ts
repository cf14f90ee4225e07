import {
  film,
  flacSound,
  frames,
  mp3Sound,
  oggSound,
  recording,
  waveSound,
} from '../testing/media.js';
import { cleanMedia } from './clean-media.js';
import type { MediaFile } from './media-file.js';
import { tellType } from './told-type.js';

/** A file in memory, which is changed. */
function fileOf(bytes: Buffer): MediaFile & { calls: number } {
  const file = {
    calls: 0,
    size: bytes.length,
    async read(position: number, length: number) {
      file.calls += 1;
      return Buffer.from(bytes.subarray(position, position + Math.max(0, length)));
    },
    async write(position: number, part: Buffer) {
      if (position < 0 || position + part.length > bytes.length) throw new Error('beyond the end');
      part.copy(bytes, position);
    },
  };
  return file;
}

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
    expect(await cleanMedia(told, fileOf(bytes))).toMatchObject(facts);
    expect(bytes.includes('secret')).toBe(false);
    expect(bytes.includes('ecret')).toBe(false);
    expect(bytes.indexOf(frames)).toBe(before.indexOf(frames));
    // Once more changes nothing.
    const cleaned = Buffer.from(bytes);
    expect(await cleanMedia(told, fileOf(bytes))).toMatchObject(facts);
    expect(bytes.equals(cleaned)).toBe(true);
  });

  it('broken in any way it is read to an end, or is no such file', async () => {
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
      const size = bytes.length;
      const file = fileOf(bytes);
      const facts = await cleanMedia(told, file);
      expect(bytes.length).toBe(size);
      expect(file.calls).toBeLessThan(20_000);
      const { duration, width } = facts ?? { duration: null, width: null };
      expect([duration ?? 1, width ?? 1].every((value) => value > 0 && value < Infinity)).toBe(
        true,
      );
    }
  });
});
