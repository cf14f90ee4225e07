/** Who in this process listens to what, by name. */
export interface Listeners<T extends readonly unknown[]> {
  /** Returns the way out. */
  readonly add: (name: string, listener: (...told: T) => void) => () => void;
  readonly tell: (names: readonly string[], ...told: T) => void;
  readonly tellAll: (...told: T) => void;
}

export function createListeners<T extends readonly unknown[]>(): Listeners<T> {
  const byName = new Map<string, Set<(...told: T) => void>>();
  return {
    add(name, listener) {
      const listeners = byName.get(name) ?? new Set();
      byName.set(name, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && byName.get(name) === listeners) byName.delete(name);
      };
    },
    tell(names, ...told) {
      for (const name of names) byName.get(name)?.forEach((listener) => listener(...told));
    },
    tellAll(...told) {
      for (const listeners of byName.values()) listeners.forEach((listener) => listener(...told));
    },
  };
}
