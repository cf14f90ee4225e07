import type { Log } from '@triptych/logging';

/** A client that missed more starts anew with `reset`, as does one that was away for longer than events are kept. */
const keptPerUser = 10_000;
const interval = 60 * 60 * 1000;

/**
 * Drops old events every hour. Returns a function that stops it.
 *
 * @param prune drops what is older than `before`, or more than `kept` behind the newest event of its user
 */
export function startRetention(
  prune: (before: Date, kept: number) => Promise<number>,
  log: Log,
  keptMs: number,
): () => void {
  const run = async () => {
    try {
      const dropped = await prune(new Date(Date.now() - keptMs), keptPerUser);
      if (dropped > 0) log.info({ dropped }, 'old events dropped');
    } catch (err) {
      log.warn({ err }, 'old events could not be dropped; the next hour tries again');
    }
  };
  const timer = setInterval(() => void run(), interval).unref();
  return () => clearInterval(timer);
}
