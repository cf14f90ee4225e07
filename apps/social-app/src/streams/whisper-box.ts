import type { Whisper } from '../events/whispers.port.js';

const most = 200;

/** Whispers that wait for one reader: the last of each kind about each person, and not many of them. */
export class WhisperBox {
  private waiting: Map<string, Whisper> | undefined = undefined;

  put(whisper: Whisper): void {
    this.waiting ??= new Map();
    const key = `${whisper.type} ${whisper.userId}`;
    // Again at the end, as the newest.
    this.waiting.delete(key);
    this.waiting.set(key, whisper);
    const [oldest] = this.waiting.keys();
    if (this.waiting.size > most && oldest !== undefined) this.waiting.delete(oldest);
  }

  take(): Whisper[] {
    const taken = [...(this.waiting?.values() ?? [])];
    this.waiting = undefined;
    return taken;
  }
}
