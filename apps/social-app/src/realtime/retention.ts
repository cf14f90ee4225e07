import type { Log } from '@triptych/logging';
import type { EventLog } from './event-log.port.js';

const day = 24 * 60 * 60 * 1000;
/** A client that was away for longer, or missed more, starts anew with `reset`. */
const keptDays = 7;
const keptPerUser = 10_000;
const pruneEvery = 60 * 60 * 1000;

/** Drops old events every hour; returns the way to stop. */
export function startPruning(events: Pick<EventLog, 'prune'>, log: Log): () => void {
  const prune = async () => {
    try {
      const dropped = await events.prune(new Date(Date.now() - keptDays * day), keptPerUser);
      if (dropped > 0) log.info({ dropped }, 'old events dropped');
    } catch (err) {
      log.warn({ err }, 'old events could not be dropped; the next hour tries again');
    }
  };
  const timer = setInterval(() => void prune(), pruneEvery).unref();
  return () => clearInterval(timer);
}
