/** Notifies its listeners of changes, once for everything that comes in one go. */
export class ChangeSignal {
  private readonly listeners = new Set<() => void>();
  private isNotifying = false;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  changed(): void {
    if (this.isNotifying || this.listeners.size === 0) return;
    this.isNotifying = true;
    setTimeout(() => {
      this.isNotifying = false;
      for (const listener of this.listeners) listener();
    });
  }
}
