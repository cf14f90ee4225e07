// What is brought to the server before a change of the queue, such as files of a message. Guarantees: nobody sees anything of it, so that
// until it is done the change can be discarded, in every tab, which calls it off; what was done of it stays with the change.
import type { QueueDependencies } from './queue-dependencies.js';
import type { Change, QueuedChange } from './queue-model.js';

interface QueuedChanges {
  find(id: string): QueuedChange | undefined;
  update(id: string, change: Change): void;
}

export class Preparations {
  private readonly dependencies: Pick<QueueDependencies, 'prepare'>;
  private readonly changes: QueuedChanges;
  /** Those that are under way in this tab, by id. */
  private readonly running = new Map<string, AbortController>();

  constructor(dependencies: Pick<QueueDependencies, 'prepare'>, changes: QueuedChanges) {
    this.dependencies = dependencies;
    this.changes = changes;
  }

  /** The change as it is to be sent; null: it was discarded meanwhile. */
  async prepare(queued: QueuedChange): Promise<QueuedChange | null> {
    const { prepare } = this.dependencies;
    if (!prepare) return queued;
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

  stopDiscarded(): void {
    for (const [id, stopping] of this.running) if (!this.changes.find(id)) stopping.abort();
  }
}
