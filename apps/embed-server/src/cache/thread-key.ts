// A post's thread is a copy of its own beside that of the post (ADR 0070).

// No key of a post has a fragment.
const ofThread = '#thread';

/** The key of a post's thread. */
export function threadKeyOf(key: string): string {
  return key + ofThread;
}

/** Whether the key is of a post's thread. */
export function isOfThread(key: string): boolean {
  return key.endsWith(ofThread);
}

/** The key of the post for that of its thread, or for its own. */
export function postKeyOf(key: string): string {
  return isOfThread(key) ? key.slice(0, -ofThread.length) : key;
}
