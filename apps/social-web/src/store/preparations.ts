// What is done before a change of the queue is sent: what it needs is brought to the server, such as files of a message, and of what the full
// storage did not take it is asked whether another tab has discarded it. Guarantees: nobody sees anything of it, so that
// until it is done the change can be discarded, in every tab, which calls it off; what was done of it stays with the change.
import type { QueueDependencies } from './queue-dependencies.js';
import { filesOf, type Change, type QueuedChange } from './queue-model.js';

interface QueuedChanges {
  find(id: string): QueuedChange | undefined;
  update(id: string, change: Change): void;
  changed(): void;
  isKept(id: string): boolean;
  readonly keys: { keyOf(id: string): string };
}

export class Preparations {
  private readonly dependencies: Pick<QueueDependencies, 'prepare' | 'storage'>;
  private readonly changes: QueuedChanges;
  /** Those that are under way in this tab, by id. */
  private readonly running = new Map<string, AbortController>();

  constructor(
    dependencies: Pick<QueueDependencies, 'prepare' | 'storage'>,
    changes: QueuedChanges,
  ) {
    this.dependencies = dependencies;
    this.changes = changes;
  }

  isNeeded(queued: QueuedChange): boolean {
    return filesOf(queued.change).length > 0 || this.isInTabs(queued);
  }

  /** Whether tabs may have it in their memories alone. What this one alone has is in no other. */
  private isInTabs({ id, change }: QueuedChange): boolean {
    const { storage } = this.dependencies;
    const isHere = filesOf(change).some((file) => file.isUnkept);
    return storage.isGone !== undefined && storage.isShared && !isHere && !this.changes.isKept(id);
  }

  /** The change as it is to be sent; null: it was discarded meanwhile. */
  async prepare(given: QueuedChange): Promise<QueuedChange | null> {
    const { prepare } = this.dependencies;
    const queued = this.isInTabs(given) ? await this.askOthers(given) : given;
    if (!queued || !prepare || filesOf(queued.change).length === 0) return queued;
    const { id } = queued;
    const stopping = new AbortController();
    this.running.set(id, stopping);
    const onPart = (next: (change: Change) => Change) => {
      const found = this.changes.find(id);
      if (found) this.changes.update(id, next(found.change));
    };
    try {
      await prepare(queued, { signal: stopping.signal, onPart });
      return this.changes.find(id) ?? null;
    } catch (error) {
      if (stopping.signal.aborted) return null;
      throw error;
    } finally {
      this.running.delete(id);
    }
  }

  private async askOthers({ id }: QueuedChange): Promise<QueuedChange | null> {
    const { storage } = this.dependencies;
    const key = this.changes.keys.keyOf(id);
    if (await storage.isGone?.(key)) {
      storage.removeItem(key);
      this.changes.changed();
    }
    return this.changes.find(id) ?? null;
  }

  stopDiscarded(): void {
    for (const [id, stopping] of this.running) if (!this.changes.find(id)) stopping.abort();
  }
}
