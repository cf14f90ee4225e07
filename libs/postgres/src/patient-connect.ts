import { setTimeout as pause } from 'node:timers/promises';
import type { FaultReason } from '@triptych/logging';
import { describeDatabaseFault } from './database-faults.js';
import type { DatabaseLog } from './database.js';

const second = 1000;
const firstPause = 0.25 * second;
const longestPause = 2 * second;

/** What may pass by itself: a server that starts or fails over, a network or a name that a container does not have yet. */
const passing: ReadonlySet<FaultReason> = new Set<FaultReason>([
  'unreachable',
  'unknown_host',
  'timeout',
  'connection_lost',
  'starting',
]);
/** `too_many_connections`, which ends with the connections of others; of what else is used up, such as a disk, more has to be given. */
const tooMany = '53300';

/**
 * Connects, and tries again while the server cannot be reached or takes nobody: a migration is often started together with
 * its server. What it waits for is logged at once, and when the reason changes.
 *
 * @param forMs milliseconds after which no further attempt begins
 * @throws the error of the last attempt, or of the first one that will not pass by itself, such as a refused login
 */
export async function connectPatiently<Client>(
  connect: () => Promise<Client>,
  log: DatabaseLog,
  forMs = 60 * second,
): Promise<Client> {
  const endsAt = performance.now() + forMs;
  let told: FaultReason | undefined;
  for (let wait = firstPause; ; wait = Math.min(2 * wait, longestPause)) {
    try {
      return await connect();
    } catch (error) {
      const { reason, code, advice } = describeDatabaseFault(error);
      const mayPass = passing.has(reason) || code === tooMany;
      if (!mayPass || performance.now() + wait > endsAt) throw error;
      if (reason !== told) log.warn({ reason, code, advice }, 'waiting for the database');
      told = reason;
    }
    await pause(wait);
  }
}
