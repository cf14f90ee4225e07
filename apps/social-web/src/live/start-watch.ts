// Whether the beginning of a stream arrives. A server says something at once; where nothing comes, a proxy passes a response on
// only at its end. Then short streams are asked for, which end with the first events or after a while.
//   long → first   nothing has come
//   first → short  it has arrived: what follows may last
//         → long   neither has it
//   short → long   from time to time, since the server may only have been slow; also when one does not arrive

const kinds = {
  long: { wait: null },
  /** Whose end shows at once that short ones arrive. */
  first: { wait: 1 },
  short: { wait: 20 },
} as const;

/** So long a beginning takes at most, a browser's own pause before it reconnects included. */
const startMs = 15_000;
const triedAgainMs = 5 * 60_000;

export interface StartListener {
  /** Another kind of stream is to be tried. */
  readonly onHeldBack: () => void;
  /** Short streams bring nothing, either. */
  readonly onNothing: () => void;
}

export class StartWatch {
  private readonly listener: StartListener;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private kind: keyof typeof kinds = 'long';
  private shortSince = 0;
  private isHeard = false;

  constructor(listener: StartListener) {
    this.listener = listener;
  }

  /** Of the stream that is asked for next. */
  query(): Record<string, string> {
    const { wait } = kinds[this.kind];
    return wait === null ? {} : { wait: String(wait) };
  }

  /** A stream has been asked for, by this client or again by the browser. */
  awaited(): void {
    this.stop();
    this.isHeard = false;
    this.timer = setTimeout(() => this.miss(), startMs + (kinds[this.kind].wait ?? 0) * 1_000);
  }

  heard(): void {
    this.isHeard = true;
    this.stop();
  }

  /** Whether a stream that is over has ended as it should. */
  hasEnded(): boolean {
    return this.kind !== 'long' && this.isHeard;
  }

  /** Whether the next stream, after one that has ended as it should, is of another kind. */
  takeTurn(): boolean {
    if (this.kind === 'first') {
      this.kind = 'short';
      this.shortSince = Date.now();
      return true;
    }
    if (Date.now() - this.shortSince < triedAgainMs) return false;
    this.kind = 'long';
    return true;
  }

  /** What is known holds for another network. */
  forget(): void {
    this.kind = 'long';
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private miss(): void {
    const wasLong = this.kind === 'long';
    this.kind = wasLong ? 'first' : 'long';
    if (wasLong) this.listener.onHeldBack();
    else this.listener.onNothing();
  }
}
