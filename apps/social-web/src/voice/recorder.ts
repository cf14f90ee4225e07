// A microphone, and what is recorded of it.
//   asked → recording   the person and the browser allow it
//   recording → done    by the person, when the largest file is reached, or where the microphone goes away: what was said is kept
//             → left    by the person: nothing is kept
import { recordedType } from './recorded-type.js';

/** Enough for a voice; a quarter of a megabyte each minute. */
const bitsPerSecond = 32_000;
/** What a container adds at its end, and what comes until it has stopped. Bytes. */
const reserve = 64 * 1024;

export interface Recording {
  /** What was said until now; empty where the microphone gave nothing. */
  finish(): Promise<File>;
  leave(): void;
  /** How loud it is now, from 0 to 1. */
  level(): number;
}

interface RecordingOptions {
  /** Bytes of the largest file; null: unknown, perhaps not yet. */
  readonly most: () => number | null;
  /** It ends by itself. */
  readonly onEnded: () => void;
}

/** Rejects where the person or the browser does not allow it, or there is no microphone. */
export async function startRecording(options: RecordingOptions): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  try {
    return record(stream, options);
  } catch (error) {
    letGo(stream);
    throw error;
  }
}

/** The sign that the browser records goes. */
function letGo(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function record(stream: MediaStream, { most, onEnded }: RecordingOptions): Recording {
  const mimeType = recordedType()!;
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond });
  const parts: Blob[] = [];
  let size = 0;
  const stopped = new Promise<void>((resolve) =>
    recorder.addEventListener('stop', () => resolve(), { once: true }),
  );
  const { level, close } = listen(stream);
  const stop = async () => {
    if (recorder.state !== 'inactive') recorder.stop();
    await stopped;
    letGo(stream);
    close();
  };
  recorder.addEventListener('dataavailable', ({ data }) => {
    parts.push(data);
    size += data.size;
    if (size > (most() ?? Infinity) - reserve && recorder.state === 'recording') onEnded();
  });
  recorder.addEventListener('error', onEnded);
  for (const track of stream.getTracks()) track.addEventListener('ended', onEnded);
  recorder.start(1_000);
  return {
    level,
    async finish() {
      await stop();
      // What somebody has spoken has no name.
      return new File(parts, '', { type: mimeType.split(';')[0]! });
    },
    leave: () => void stop(),
  };
}

/** How loud a stream is; where that cannot be found out, it is silent. */
function listen(stream: MediaStream): { level: () => number; close: () => void } {
  let context: AudioContext;
  try {
    context = new AudioContext();
  } catch {
    // A device has few of them.
    return { level: () => 0, close: () => {} };
  }
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      const sum = samples.reduce((total, one) => total + one ** 2, 0);
      // A voice near a microphone is at about a third of what it could be.
      return Math.min(1, 3 * Math.sqrt(sum / samples.length));
    },
    close: () => void context.close(),
  };
}
