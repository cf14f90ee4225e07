// A post's thread is a copy of its own beside that of the post (ADR 0070).

// No key of a post has a fragment.
const ofThread = '#thread';
const kinds = ['bluesky:', 'status:'];

/** The key of a post's thread. */
export function threadKeyOf(key: string): string {
  return key + ofThread;
}

/** The key of a post's thread for that of the post, and the other way round; of nothing else. */
export function keysBeside(key: string): readonly string[] {
  if (!kinds.some((kind) => key.startsWith(kind))) return [];
  return [key.endsWith(ofThread) ? key.slice(0, -ofThread.length) : threadKeyOf(key)];
}
