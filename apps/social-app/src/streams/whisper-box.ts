import type { EphemeralEvent } from '../events/ephemeral-events.port.js';

const most = 200;

/** EphemeralEvents that wait for one reader: the last of each kind about each person, and not many of them. */
export class WhisperBox {
  private waiting: Map<string, EphemeralEvent> | undefined = undefined;

  put(whisper: EphemeralEvent): void {
    this.waiting ??= new Map();
    const key = `${whisper.type} ${whisper.userId}`;
    // Again at the end, as the newest.
    this.waiting.delete(key);
    this.waiting.set(key, whisper);
    const [oldest] = this.waiting.keys();
    if (this.waiting.size > most && oldest !== undefined) this.waiting.delete(oldest);
  }

  take(): EphemeralEvent[] {
    const taken = [...(this.waiting?.values() ?? [])];
    this.waiting = undefined;
    return taken;
  }
}
