import type { Log } from '@triptych/logging';
import type { EventLog } from '../streams/event-log.port.js';

/** A client that missed more starts anew with `reset`, as does one that was away for longer than events are kept. */
const keptPerUser = 10_000;
const pruneEvery = 60 * 60 * 1000;

/**
 * Drops old events every hour; returns the way to stop.
 *
 * @param keptMs how long events are kept
 */
export function startPruning(
  events: Pick<EventLog, 'prune'>,
  log: Log,
  keptMs: number,
): () => void {
  const prune = async () => {
    try {
      const dropped = await events.prune(new Date(Date.now() - keptMs), keptPerUser);
      if (dropped > 0) log.info({ dropped }, 'old events dropped');
    } catch (err) {
      log.warn({ err }, 'old events could not be dropped; the next hour tries again');
    }
  };
  const timer = setInterval(() => void prune(), pruneEvery).unref();
  return () => clearInterval(timer);
}
