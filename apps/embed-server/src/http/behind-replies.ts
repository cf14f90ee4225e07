import { inScopeBehindReply } from './request-scope.js';

// What a reply did not wait for goes on for the next. Guarantees: each piece once at a time, and no longer than its request
// might have lasted; of all no more than `most`, so that visitors who name slow hosts and go away leave places for others
// (ADR 0027). What is beyond that goes on as anything that nobody waits for.

/** Goes on with the work, or joins what runs of it. What it throws shows in a later reply. */
export type GoOnBehindReply = (key: string, work: () => Promise<unknown>) => void;

const most = 32;

export function createBehindReplies(): GoOnBehindReply {
  const running = new Set<string>();
  return (key, work) => {
    if (running.has(key) || running.size >= most) return;
    running.add(key);
    const end = () => void running.delete(key);
    inScopeBehindReply(work).then(end, end);
  };
}
