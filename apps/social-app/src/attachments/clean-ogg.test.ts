import { frames, secret, u32 } from '../testing/media.js';
import { memoryFile } from '../testing/memory-file.js';
import { cleanMedia } from './clean-media.js';

const latin = (text: string) => Buffer.from(text, 'latin1');
const words = Buffer.concat([Buffer.alloc(8, 1), Buffer.alloc(700, secret)]);
const block = (type: number, content: Buffer) => {
  const head = u32(content.length);
  head[0] = type;
  return Buffer.concat([head, content]);
};
const speex = Buffer.concat([latin('Speex   '), Buffer.alloc(72)]);
speex.writeUInt32LE(48_000, 36);
const vorbis = Buffer.concat([latin('\x01vorbis'), Buffer.alloc(23)]);
vorbis.writeUInt32LE(48_000, 12);
const flac = Buffer.concat([latin('\x7fFLAC\x01\x00\x00\x03fLaC'), block(0, Buffer.alloc(34))]);
flac.writeUIntBE(48_000 << 4, 27, 3);
const theora = Buffer.concat([latin('\x80theora'), Buffer.alloc(35)]);
theora.writeUIntBE(320, 14, 3);
theora.writeUIntBE(180, 17, 3);

/** The first packets of a stream in each format: words, and what a decoder needs. */
const formats: Record<string, readonly Buffer[]> = {
  Opus: [
    Buffer.concat([latin('OpusHead'), Buffer.alloc(11, 1)]),
    Buffer.concat([latin('OpusTags'), words]),
  ],
  Vorbis: [vorbis, Buffer.concat([latin('\x03vorbis'), words]), Buffer.alloc(300, 5)],
  Speex: [speex, words],
  FLAC: [flac, block(4, words), block(6, words), block(128 | 2, words)],
  Theora: [theora, Buffer.concat([latin('\x81theora'), words]), Buffer.alloc(300, 5)],
};

let state = 11;
/** From a generator that always begins alike. */
const next = (below: number) => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return (state >>> 8) % below;
};

/** A page of these parts of packets, of a stream of this number. */
function page(stream: number, lengths: readonly number[], content: Buffer, isFirst: boolean) {
  const head = Buffer.alloc(27);
  head.write('OggS');
  head[5] = isFirst ? 2 : 0;
  head.writeBigInt64LE(48_000n * 4n, 6);
  head.writeUInt32LE(stream, 14);
  head[26] = lengths.length;
  return Buffer.concat([head, Buffer.from(lengths), content]);
}

/** The packets on pages of so many parts each, the first one on its own. */
function pagesOf(stream: number, packets: readonly Buffer[]): Buffer[] {
  const parts = packets.slice(1).flatMap((packet) => {
    const count = Math.floor(packet.length / 255) + 1;
    return Array.from({ length: count }, (_, n) => packet.subarray(n * 255, n * 255 + 255));
  });
  const pages = [page(stream, [packets[0]!.length], packets[0]!, true)];
  while (parts.length > 0) {
    const some = parts.splice(0, 1 + next(5));
    const lengths = some.map(({ length }) => length);
    pages.push(page(stream, lengths, Buffer.concat(some), false));
  }
  return pages;
}

const kept = (packets: readonly Buffer[]) => [...packets, frames];

it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
  'streams at once and one after the other lose all words (%i)',
  async (seed) => {
    state = seed;
    const names = Object.keys(formats);
    const whole: Buffer[] = [];
    const shown: string[] = [];
    for (let link = 0; link <= next(3); link += 1) {
      const chosen = Array.from({ length: 1 + next(3) }, () => names[next(names.length)]!);
      shown.push(...chosen);
      const queues = chosen.map((name, n) => pagesOf(link * 10 + n, kept(formats[name]!)));
      whole.push(...queues.map((queue) => queue.shift()!));
      while (queues.some((queue) => queue.length > 0))
        whole.push(queues[next(queues.length)]!.shift() ?? Buffer.alloc(0));
      if (next(2) === 0) whole.push(secret);
    }
    const before = Buffer.concat(whole);
    const bytes = Buffer.from(before);
    const told = { kind: 'audio', type: 'audio/ogg' } as const;
    const isFilm = shown.includes('Theora');
    expect(await cleanMedia(told, memoryFile(bytes))).toMatchObject({
      kind: isFilm ? 'video' : 'audio',
      width: isFilm ? 320 : null,
      duration: shown.every((name) => name === 'Theora') ? null : 4,
    });
    expect(bytes.includes('ecret')).toBe(false);
    expect(bytes.includes('OpusTags')).toBe(shown.includes('Opus'));
    // Of the other packets, of pages and of their order nothing has changed.
    for (const stays of [frames.subarray(0, 80), frames.subarray(-80), Buffer.alloc(90, 5)])
      expect(placesOf(bytes, stays)).toEqual(placesOf(before, stays));
    expect(placesOf(bytes, latin('OggS'))).toEqual(placesOf(before, latin('OggS')));
    expect(before.includes(secret)).toBe(true);
  },
);

function placesOf(bytes: Buffer, part: Buffer): number[] {
  const found: number[] = [];
  for (let at = bytes.indexOf(part); at >= 0; at = bytes.indexOf(part, at + 1)) found.push(at);
  return found;
}

it('with a stream whose words may be anywhere it is left as it is', async () => {
  const unknown = pagesOf(1, [latin('\x80kate'), words]);
  const bytes = Buffer.concat([...pagesOf(0, kept(formats['Opus']!)), ...unknown]);
  const before = Buffer.from(bytes);
  const told = { kind: 'audio', type: 'audio/ogg' } as const;
  expect(await cleanMedia(told, memoryFile(bytes))).toBeNull();
  expect(bytes.equals(before)).toBe(true);
});

it('with something between very many pages it is left as it is, after few looks at it', async () => {
  const gap = Buffer.concat([page(1, [1], Buffer.from([5]), false), Buffer.from([0])]);
  const gaps = Array.from({ length: 20_000 }, () => gap);
  const file = memoryFile(Buffer.concat([...pagesOf(1, formats['Opus']!), ...gaps]));
  const told = { kind: 'audio', type: 'audio/ogg' } as const;
  expect(await cleanMedia(told, file)).toBeNull();
  expect(file.calls).toBeLessThan(15_000);
});
