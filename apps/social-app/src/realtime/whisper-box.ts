import type { Whisper } from './whispers.port.js';

/** Whispers that wait for one reader: the last of each kind about each person, and not many of them. */
export interface WhisperBox {
  put(whisper: Whisper): void;
  take(): Whisper[];
}

const most = 200;

export function createWhisperBox(): WhisperBox {
  let waiting: Map<string, Whisper> | undefined;
  return {
    put(whisper) {
      waiting ??= new Map();
      const key = `${whisper.type} ${whisper.userId}`;
      // Again at the end, as the newest.
      waiting.delete(key);
      waiting.set(key, whisper);
      const [oldest] = waiting.keys();
      if (waiting.size > most && oldest !== undefined) waiting.delete(oldest);
    },
    take() {
      const taken = [...(waiting?.values() ?? [])];
      waiting = undefined;
      return taken;
    },
  };
}
