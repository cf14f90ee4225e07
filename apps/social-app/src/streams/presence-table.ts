export type PresenceTable = ReturnType<typeof createPresenceTable>;

/** Who is online, as the replicas have reported. Methods that change it return which users came or went by it. */
export function createPresenceTable() {
  const byReplica = new Map<string, { users: Set<string>; lastSeen: number }>();
  const replicaCounts = createReplicaCounts();

  function usersAt(replica: string, now = Date.now()): Set<string> {
    const known = byReplica.get(replica) ?? { users: new Set<string>(), lastSeen: now };
    byReplica.set(replica, known);
    return known.users;
  }

  /** True when the user was online nowhere before. */
  function add(replica: string, userId: string): boolean {
    const users = usersAt(replica);
    if (users.has(userId)) return false;
    users.add(userId);
    return replicaCounts.increment(userId);
  }

  /** True when the user is online nowhere any more. */
  function remove(replica: string, userId: string): boolean {
    return byReplica.get(replica)?.users.delete(userId) ? replicaCounts.decrement(userId) : false;
  }

  return {
    isOnline: replicaCounts.has,
    onlineUsers: replicaCounts.users,
    add,
    remove,
    /** Everybody at a replica: users who are not listed have gone. */
    replace(replica: string, userIds: readonly string[], now: number): string[] {
      const listed = new Set(userIds);
      const gone = [...usersAt(replica, now)].filter((userId) => !listed.has(userId));
      const changed = [
        ...gone.filter((userId) => remove(replica, userId)),
        ...userIds.filter((userId) => add(replica, userId)),
      ];
      byReplica.set(replica, { users: usersAt(replica), lastSeen: now });
      return changed;
    },
    /** A heartbeat; false for a replica that is not known. */
    touch(replica: string, now: number): boolean {
      const known = byReplica.get(replica);
      if (known) known.lastSeen = now;
      return known !== undefined;
    },
    /** Drops the replicas without a heartbeat since then. */
    expire(since: number): string[] {
      const silent = [...byReplica].filter(([, { lastSeen }]) => lastSeen < since);
      return silent.flatMap(([replica, { users }]) => {
        const changed = [...users].filter((userId) => remove(replica, userId));
        byReplica.delete(replica);
        return changed;
      });
    },
  };
}

/** At how many replicas each user is. Returns whether the change was the first one in, or the last one out. */
function createReplicaCounts() {
  const counts = new Map<string, number>();
  return {
    has: (userId: string) => counts.has(userId),
    users: () => [...counts.keys()],
    increment(userId: string): boolean {
      const before = counts.get(userId) ?? 0;
      counts.set(userId, before + 1);
      return before === 0;
    },
    decrement(userId: string): boolean {
      const left = (counts.get(userId) ?? 1) - 1;
      if (left > 0) counts.set(userId, left);
      else counts.delete(userId);
      return left === 0;
    },
  };
}
