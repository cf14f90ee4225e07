// Frames of MPEG audio (ISO/IEC 11172-3, 13818-3) and of AAC in ADTS (13818-7), by their heads.

export interface FrameHead {
  /** Bytes, with the head. */
  readonly length: number;
  /** Equal in all frames of a sound. */
  readonly kind: string;
}

export const headLength = 6;

/** By layer: kbit/s in MPEG 1, then in 2 and 2.5. */
const bitRates: Readonly<Record<number, readonly (readonly number[])[]>> = {
  1: [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  ],
  2: [
    [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ],
  3: [
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ],
};
const sampleRates = [44_100, 48_000, 32_000];

/** The head of a frame at `at`; null where there is none. */
export function readFrameHead(bytes: Buffer, at: number): FrameHead | null {
  if (at + 4 > bytes.length || bytes[at] !== 0xff || bytes[at + 1]! < 0xe0) return null;
  const layer = 4 - ((bytes[at + 1]! >> 1) & 3);
  return layer === 4 ? readAdtsHead(bytes, at) : readMpegHead(bytes, at, layer);
}

function readAdtsHead(bytes: Buffer, at: number): FrameHead | null {
  if (at + headLength > bytes.length || bytes[at + 1]! < 0xf0) return null;
  const rate = (bytes[at + 2]! >> 2) & 15;
  const length = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5);
  return rate > 12 || length < 7 ? null : { length, kind: `AAC ${rate}` };
}

/** Null also where the bit rate is free, and nobody says how long the frame is. */
function readMpegHead(bytes: Buffer, at: number, layer: number): FrameHead | null {
  const version = (bytes[at + 1]! >> 3) & 3;
  const isFirst = version === 3;
  const bitRate = bitRates[layer]![isFirst ? 0 : 1]![(bytes[at + 2]! >> 4) - 1];
  const fullRate = sampleRates[(bytes[at + 2]! >> 2) & 3];
  if (version === 1 || bitRate === undefined || fullRate === undefined) return null;
  const rate = fullRate / { 3: 1, 2: 2, 0: 4 }[version as 0 | 2 | 3];
  const padding = (bytes[at + 2]! >> 1) & 1;
  const kind = `${version} ${layer} ${rate}`;
  if (layer === 1) return { length: (Math.floor((12_000 * bitRate) / rate) + padding) * 4, kind };
  const samples = layer === 3 && !isFirst ? 72_000 : 144_000;
  return { length: Math.floor((samples * bitRate) / rate) + padding, kind };
}
