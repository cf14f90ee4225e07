// How far this tab is with the files of a message.
import { ChangeSignal } from './change-signal.js';

export class UploadProgress {
  private readonly shares = new Map<string, number>();
  private readonly signal = new ChangeSignal();
  readonly subscribe = this.signal.subscribe;

  /** From 0 to 1; null where nothing is under way here. */
  readonly of = (messageId: string): number | null => this.shares.get(messageId) ?? null;

  note(messageId: string, share: number): void {
    // Whole percents: whatever more is told nobody sees.
    const rounded = Math.min(1, Math.floor(share * 100) / 100);
    if (this.shares.get(messageId) === rounded) return;
    this.shares.set(messageId, rounded);
    this.signal.changed();
  }

  end(messageId: string): void {
    if (this.shares.delete(messageId)) this.signal.changed();
  }
}
