import { randomBytes } from 'node:crypto';

// Films and sounds as devices write them, of a few bytes: nothing of them can be seen or heard, but they are built as they should be.

export const secret = Buffer.from('secret place, secret device');
export const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => bytes.writeUInt32BE(value >>> 0, at * 4));
  return bytes;
};

export const u16 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, at) => bytes.writeUInt16BE(value, at * 2));
  return bytes;
};

export function box(type: string, ...content: Buffer[]): Buffer {
  const all = Buffer.concat(content);
  return Buffer.concat([u32(all.length + 8), Buffer.from(type, 'latin1'), all]);
}

export const full = (type: string, ...content: Buffer[]) => box(type, u32(0), ...content);
const time = 0x5ec4e700;

export const handler = (type: string) =>
  full('hdlr', u32(0), Buffer.from(type), u32(0, 0, 0), secret, Buffer.alloc(1));

/** One of 320 by 180 pixels, turned by a quarter. */
function track(type: string, samples: { at: number; sizes: readonly number[] }): Buffer {
  const matrix = u32(0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000);
  const table = box(
    'stbl',
    full('stsd', u32(0)),
    full('stts', u32(1, samples.sizes.length, 100)),
    full('stsc', u32(1, 1, samples.sizes.length, 1)),
    full('stsz', u32(0, samples.sizes.length, ...samples.sizes)),
    full('stco', u32(1, samples.at)),
  );
  return box(
    'trak',
    full('tkhd', u32(time, time, 1, 0, 3000, 0, 0, 0, 0), matrix, u32(320 << 16, 180 << 16)),
    box('udta', box('\xa9xyz', secret)),
    box('meta', secret),
    box('mdia', full('mdhd', u32(time, time, 1000, 3000, 0)), handler(type), box('minf', table)),
  );
}

export const frames = randomBytes(600);

/** Pictures, and beside them where the device was, moment by moment. */
export function film(kind: 'video' | 'audio' = 'video', brand = 'isom'): Buffer {
  const head = box('ftyp', Buffer.from(brand), u32(512), Buffer.from('isommp42'));
  const content = head.length + 8;
  const moov = box(
    'moov',
    full('mvhd', u32(time, time, 1000, 3000), Buffer.alloc(80)),
    track(kind === 'video' ? 'vide' : 'soun', { at: content, sizes: [100, 200, 300] }),
    track('meta', { at: content + frames.length, sizes: [secret.length, secret.length] }),
    box('udta', box('\xa9xyz', secret), box('meta', secret)),
    box('uuid', secret),
  );
  const mdat = box('mdat', frames, secret, secret);
  return Buffer.concat([
    head,
    mdat,
    box('uuid', secret),
    box('free', secret),
    moov,
    box('Exif', secret),
  ]);
}

/** Of WebM; the id as hexadecimal digits. */
export function element(id: string, ...content: Buffer[]): Buffer {
  const all = Buffer.concat(content);
  const size = Buffer.alloc(8);
  size.writeUInt32BE(all.length, 4);
  size[0] = 1;
  return Buffer.concat([Buffer.from(id, 'hex'), size, all]);
}

/** As a browser records it: the length of all is open. */
export function recording(kind: 'video' | 'audio' = 'audio'): Buffer {
  const double = Buffer.alloc(8);
  double.writeDoubleBE(2500);
  const sides = element(
    'e0',
    element('b0', Buffer.from([1, 64])),
    element('ba', Buffer.from([180])),
  );
  const head = element('1a45dfa3', element('4282', Buffer.from('webm')));
  const open = (id: string) =>
    Buffer.concat([Buffer.from(id, 'hex'), Buffer.from('01ffffffffffffff', 'hex')]);
  return Buffer.concat([
    head,
    open('18538067'),
    element(
      '1549a966',
      element('2ad7b1', Buffer.from('0f4240', 'hex')),
      element('4489', double),
      element('4d80', secret),
      element('5741', secret),
      element('7ba9', secret),
      element('4461', Buffer.alloc(8, 7)),
    ),
    element(
      '1654ae6b',
      element(
        'ae',
        element('83', Buffer.from([kind === 'video' ? 1 : 2])),
        element('536e', secret),
        ...(kind === 'video' ? [sides] : []),
      ),
    ),
    open('1f43b675'),
    element('e7', Buffer.from([0])),
    element('a3', frames),
    element('1254c367', secret),
    element('1f43b675', element('a3', frames)),
    element('1941a469', secret),
  ]);
}

/** As a browser records a voice: without a duration, its last block half a second into a part that begins at the first second. */
export function voiceRecording(isOpen: boolean): Buffer {
  const openSize = Buffer.from('01ffffffffffffff', 'hex');
  const around = (id: string, ...content: Buffer[]) =>
    isOpen
      ? Buffer.concat([Buffer.from(id, 'hex'), openSize, ...content])
      : element(id, ...content);
  const block = (time: number) =>
    element('a3', Buffer.from([0x81, time >> 8, time & 255, 0x80]), frames);
  return Buffer.concat([
    element('1a45dfa3', element('4282', Buffer.from('webm'))),
    Buffer.concat([Buffer.from('18538067', 'hex'), openSize]),
    element('1549a966', element('2ad7b1', Buffer.from('0f4240', 'hex'))),
    element('1654ae6b', element('ae', element('83', Buffer.from([2])))),
    around('1f43b675', element('e7', Buffer.from([0])), block(0), block(900)),
    element('1254c367', secret),
    around('1f43b675', element('e7', Buffer.from([3, 232])), block(60), block(500)),
  ]);
}

function page(content: Buffer, position: number, isContinued = false): Buffer {
  const count = Math.floor(content.length / 255) + 1;
  const lengths = Buffer.from(
    Array.from({ length: count }, (_, n) => Math.min(255, content.length - n * 255)),
  );
  const head = Buffer.alloc(27);
  head.write('OggS');
  head[5] = isContinued ? 1 : 0;
  head.writeBigInt64LE(BigInt(position), 6);
  head[26] = count;
  return Buffer.concat([head, lengths, content]);
}

export function oggSound(): Buffer {
  const head = Buffer.concat([Buffer.from('OpusHead'), Buffer.alloc(11, 1)]);
  const words = Buffer.concat([
    Buffer.from('OpusTags'),
    Buffer.alloc(8, 1),
    Buffer.alloc(500, secret),
  ]);
  return Buffer.concat([page(head, 0), page(words, 0), page(frames, 48_000 * 4)]);
}

function chunk(name: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), size, content, Buffer.alloc(content.length % 2)]);
}

export function waveSound(): Buffer {
  const format = Buffer.alloc(16);
  format.writeUInt32LE(300, 8);
  const all = [
    chunk('fmt ', format),
    chunk('LIST', secret),
    chunk('data', frames),
    chunk('iXML', secret),
  ];
  return chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), ...all]));
}

export function flacSound(): Buffer {
  const info = Buffer.alloc(34);
  info.writeUIntBE(44_100 << 4, 10, 3);
  info.writeUInt32BE(88_200, 14);
  const block = (type: number, content: Buffer) => {
    const head = u32(content.length);
    head[0] = type;
    return Buffer.concat([head, content]);
  };
  return Buffer.concat([
    Buffer.from('fLaC'),
    block(0, info),
    block(4, secret),
    block(134, secret),
    frames,
  ]);
}

/** Of 192 kbit/s: 626 bytes. */
export const mp3Frame = Buffer.concat([Buffer.from('fffbb000', 'hex'), frames, Buffer.alloc(22)]);

export function mp3Sound(): Buffer {
  const words = Buffer.concat([Buffer.from('TIT2'), secret]);
  const head = Buffer.concat([Buffer.from('ID3'), Buffer.from([4, 0, 0, 0, 0, 0, words.length])]);
  const ape = Buffer.alloc(32);
  ape.write('APETAGEX');
  ape.writeUInt32LE(secret.length + 32, 12);
  const last = Buffer.concat([Buffer.from('TAG'), secret, Buffer.alloc(125 - secret.length)]);
  return Buffer.concat([head, words, mp3Frame, mp3Frame, secret, ape, last]);
}
