/** Who is there, as the replicas have told. Each method answers whose state it changed. */
export interface PresenceTable {
  readonly isOnline: (userId: string) => boolean;
  add(replica: string, userId: string): boolean;
  remove(replica: string, userId: string): boolean;
  /** Everyone at a replica: whoever is not named is there no more. */
  replace(replica: string, userIds: readonly string[], now: number): string[];
  /** A sign of life; false of a replica that has named nobody yet. */
  hear(replica: string, now: number): boolean;
  /** Forgets replicas that have shown no sign of life since. */
  forget(since: number): string[];
}

export function createPresenceTable(): PresenceTable {
  const byReplica = new Map<string, { users: Set<string>; heardAt: number }>();
  const places = createPlaces();

  function usersAt(replica: string, now = Date.now()): Set<string> {
    const known = byReplica.get(replica) ?? { users: new Set<string>(), heardAt: now };
    byReplica.set(replica, known);
    return known.users;
  }

  function add(replica: string, userId: string): boolean {
    const users = usersAt(replica);
    if (users.has(userId)) return false;
    users.add(userId);
    return places.more(userId);
  }

  function remove(replica: string, userId: string): boolean {
    return byReplica.get(replica)?.users.delete(userId) ? places.fewer(userId) : false;
  }

  return {
    isOnline: places.has,
    add,
    remove,
    replace(replica, userIds, now) {
      const named = new Set(userIds);
      const gone = [...usersAt(replica, now)].filter((userId) => !named.has(userId));
      const changed = [
        ...gone.filter((userId) => remove(replica, userId)),
        ...userIds.filter((userId) => add(replica, userId)),
      ];
      byReplica.set(replica, { users: usersAt(replica), heardAt: now });
      return changed;
    },
    hear(replica, now) {
      const known = byReplica.get(replica);
      if (known) known.heardAt = now;
      return known !== undefined;
    },
    forget(since) {
      const silent = [...byReplica].filter(([, { heardAt }]) => heardAt < since);
      return silent.flatMap(([replica, { users }]) => {
        const changed = [...users].filter((userId) => remove(replica, userId));
        byReplica.delete(replica);
        return changed;
      });
    },
  };
}

/** At how many replicas somebody is. Both changes answer whether it was the first, or the last. */
function createPlaces() {
  const counts = new Map<string, number>();
  return {
    has: (userId: string) => counts.has(userId),
    more(userId: string): boolean {
      const before = counts.get(userId) ?? 0;
      counts.set(userId, before + 1);
      return before === 0;
    },
    fewer(userId: string): boolean {
      const left = (counts.get(userId) ?? 1) - 1;
      if (left > 0) counts.set(userId, left);
      else counts.delete(userId);
      return left === 0;
    },
  };
}
