// What a queue needs of the world.
import type { DeviceStorage } from '../api/device-storage.js';
import type { Change, QueuedChange, Taken } from './queue-model.js';
import type { TakenChanges } from './taken-changes.js';

export interface QueueDependencies {
  readonly storage: DeviceStorage & {
    /** Whether another tab has removed what it had in its memory, as this one has. */
    readonly isGone?: (key: string) => Promise<boolean>;
  };
  /**
   * Brings what a change needs to the server before it; it may be called again with what it has made of the change. Nothing of it
   * is to be seen, so it is called off when the change is discarded.
   */
  readonly prepare?: (queued: QueuedChange, watch: PreparationWatch) => Promise<void>;
  /** Resolves when the server has taken the change, with what other tabs have to know of it. */
  readonly deliver: (queued: QueuedChange) => Promise<Taken | void>;
  /** Where tabs that were asleep find it. */
  readonly takenChanges?: TakenChanges;
  readonly isOnline: () => boolean;
  /** Whether the server is known to have the change, whatever it has replied. */
  readonly isOver?: (queued: QueuedChange) => boolean;
  /** Whether nothing can come of it, also without asking the server. */
  readonly isLost?: (queued: QueuedChange) => boolean;
  /** Nothing can come of it any more, and it is no longer in the queue. */
  readonly onDropped?: (queued: QueuedChange) => void;
  /** Nobody is signed in any more; the queue stays for the same person. */
  readonly onSignedOut: () => void;
  /** Resolves after so many milliseconds, or earlier when the signal is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export interface PreparationWatch {
  readonly signal: AbortSignal;
  /**
   * A part is done: what is tried again after a failure, or in another tab, goes on from there. The change may have become another
   * one since it was handed out.
   */
  readonly onPart: (next: (change: Change) => Change) => void;
}
