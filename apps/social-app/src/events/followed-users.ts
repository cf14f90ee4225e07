/** The users whom this replica follows: each once, however many follow them here. */
export function createFollowedUsers(channels: {
  readonly join: (userId: string) => void;
  readonly leave: (userId: string) => void;
}) {
  const followers = new Map<string, Set<() => void>>();
  return {
    /** `onFollowed` is called at each later `confirm` of the user. Returns a function that ends it. */
    add(userId: string, onFollowed: () => void): () => void {
      const call = () => onFollowed();
      const known = followers.get(userId);
      if (known) known.add(call);
      else {
        followers.set(userId, new Set([call]));
        channels.join(userId);
      }
      return () => {
        const left = followers.get(userId);
        if (!left?.delete(call) || left.size > 0) return;
        followers.delete(userId);
        channels.leave(userId);
      };
    },
    confirm: (userId: string) => followers.get(userId)?.forEach((call) => call()),
  };
}
