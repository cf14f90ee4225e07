import { numberOf } from './keeping.js';

interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
}

/** The last event before which this tab has missed none; null before the first. */
export class Reached {
  /** That it has heard of itself: what it has read may be of another log. */
  private newest: string | null = null;
  private isWhole: boolean;
  cursor: string | null;

  constructor(start: string | null) {
    this.cursor = start;
    this.isWhole = start === null;
  }

  pass({ id, type }: ReceivedEvent): void {
    // It is no event of the log.
    if (!id) return;
    this.newest = id;
    // A tab that starts does not know yet what came between what it has read and this event.
    if (this.isWhole || type === 'ready' || type === 'reset') this.cursor = id;
  }

  /** From now on every event is received, after this one or the last that was known. */
  settle(cursor = this.cursor): void {
    this.isWhole = true;
    const isLater =
      this.newest !== null && cursor !== null && numberOf(this.newest) > numberOf(cursor);
    if (cursor !== this.cursor) this.cursor = isLater ? this.newest : cursor;
  }
}
