import { MalformedMedia } from './media-file.js';

/** How a stream of Ogg begins: by its first packet. */
export interface OggFormat {
  readonly kind: 'video' | 'audio' | 'other';
  /** Samples a second; of a film 0. */
  readonly rate: number;
  readonly width: number | null;
  readonly height: number | null;
  /** Packets at the beginning that are not sound or pictures: the first one, words, tables for a decoder. */
  readonly heads: number;
  /**
   * What a packet of them is to be at its beginning, its other bytes being zeros; null: it stays.
   *
   * @param index 1 is the second packet
   * @param packet its first bytes
   */
  readonly replace: (index: number, packet: Buffer) => Buffer | null;
}

const text = (packet: Buffer, from: number, to: number) => packet.toString('latin1', from, to);
/** The name of the packet, then the name of a program and the number of words: none of either. */
const noWords = (name: string, ...behind: number[]) =>
  Buffer.concat([Buffer.from(name, 'latin1'), Buffer.alloc(8), Buffer.from(behind)]);
const second = (words: Buffer) => (index: number) => (index === 1 ? words : null);
const sound = { kind: 'audio', width: null, height: null } as const;

/** @throws MalformedMedia for one that is not known: its words may be anywhere */
export function tellOggFormat(first: Buffer): OggFormat {
  if (text(first, 0, 8) === 'OpusHead')
    return { ...sound, rate: 48_000, heads: 2, replace: second(noWords('OpusTags')) };
  if (text(first, 0, 7) === '\x01vorbis' && first.length >= 16)
    // Which wants a one behind the words.
    return {
      ...sound,
      ...{ rate: first.readUInt32LE(12), heads: 3, replace: second(noWords('\x03vorbis', 1)) },
    };
  if (text(first, 0, 8) === 'Speex   ' && first.length >= 72)
    return {
      ...sound,
      ...{ rate: first.readUInt32LE(36), heads: 2 + first.readUInt32LE(68) },
      replace: second(noWords('')),
    };
  // How many blocks there are may be left open.
  if (text(first, 0, 5) === '\x7fFLAC' && first.length >= 30 && first.readUInt16BE(7) > 0)
    return {
      ...sound,
      ...{ rate: first.readUIntBE(27, 3) >> 4, heads: 1 + first.readUInt16BE(7) },
      replace: flacBlock,
    };
  if (text(first, 0, 7) === '\x80theora' && first.length >= 20)
    return {
      ...{ kind: 'video', rate: 0, heads: 3, replace: second(noWords('\x81theora')) },
      ...{ width: first.readUIntBE(14, 3) || null, height: first.readUIntBE(17, 3) || null },
    };
  throw new MalformedMedia('a stream is in an unknown format');
}

/** A block of FLAC: words lose theirs, seek points stay, others become padding. */
function flacBlock(_index: number, packet: Buffer): Buffer | null {
  const type = packet[0]! & 127;
  if (type === 3) return null;
  const head = Buffer.from(packet.subarray(0, 4));
  // There has to be a block of words.
  if (type !== 4) head[0] = (head[0]! & 128) | 1;
  return head;
}
