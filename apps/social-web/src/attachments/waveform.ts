// The shape of a sound: how loud each part of it is.

/** Enough to tell words from pauses, and few enough for the width of a bubble. */
export const waveformParts = 48;

/**
 * How loud each part of a sound is, from 0 to 1: the root of the mean square, measured against the loudest part, so that what was
 * recorded quietly has a shape as well. Zeros for silence.
 */
export function loudness(samples: Float32Array, parts: number): number[] {
  const found = Array.from({ length: parts }, (_, part) => {
    const from = Math.floor((part * samples.length) / parts);
    const to = Math.floor(((part + 1) * samples.length) / parts);
    let sum = 0;
    for (let at = from; at < to; at++) sum += samples[at]! ** 2;
    return to > from ? Math.sqrt(sum / (to - from)) : 0;
  });
  const most = Math.max(...found);
  return found.map((one) => (most > 0 ? one / most : 0));
}

/** Far below what is needed to hear it: the shape needs no more, and minutes of it are kept whole for a moment. Hertz. */
const sampleRate = 8_000;

/** Null for what this browser cannot decode. */
export async function readWaveform(bytes: ArrayBuffer): Promise<number[] | null> {
  try {
    const sound = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(bytes);
    return loudness(sound.getChannelData(0), waveformParts);
  } catch {
    return null;
  }
}
