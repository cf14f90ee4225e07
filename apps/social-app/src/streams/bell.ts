export type Ring = 'closed' | 'news' | 'whisper' | 'beat';

/** Weightiest first; where a ring stands here is its weight. */
const rings: readonly Ring[] = ['closed', 'news', 'whisper', 'beat'];
const silent = rings.length;

/**
 * Turns any number of calls between two looks into one. Nobody waits at it: whoever hears it looks, and an idle stream
 * holds no promise. A class, for there is one for every stream.
 */
export class Bell {
  /** Called at every ring. */
  hear: () => void = () => {};
  private heaviest = silent;

  /** The log may have grown. */
  ring(): void {
    this.call('news');
  }

  /** Something was whispered. */
  whisper(): void {
    this.call('whisper');
  }

  /** Nothing happened; show that the stream lives. */
  beat(): void {
    this.call('beat');
  }

  /** For good. */
  close(): void {
    this.call('closed');
  }

  get closed(): boolean {
    return this.heaviest === 0;
  }

  /** The weightiest call since the last look; null when there was none. */
  take(): Ring | null {
    const ring = rings[this.heaviest] ?? null;
    if (ring !== 'closed') this.heaviest = silent;
    return ring;
  }

  private call(ring: Ring): void {
    this.heaviest = Math.min(this.heaviest, rings.indexOf(ring));
    this.hear();
  }
}
