export interface Subscribers {
  /** Returns the way out. */
  readonly add: (userId: string, listener: () => void) => () => void;
  readonly ring: (userIds: readonly string[]) => void;
  readonly ringAll: () => void;
}

/** Who in this process waits for news of whom. */
export function createSubscribers(): Subscribers {
  const byUser = new Map<string, Set<() => void>>();
  return {
    add(userId, listener) {
      const listeners = byUser.get(userId) ?? new Set();
      byUser.set(userId, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && byUser.get(userId) === listeners) byUser.delete(userId);
      };
    },
    ring(userIds) {
      for (const userId of userIds) byUser.get(userId)?.forEach((listener) => listener());
    },
    ringAll() {
      for (const listeners of byUser.values()) listeners.forEach((listener) => listener());
    },
  };
}
