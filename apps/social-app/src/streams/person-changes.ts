import type { Log } from '@triptych/logging';
import type { Broadcast } from '../events/broadcast.port.js';
import type { EphemeralEvents } from '../events/ephemeral-events.js';
import { inPortions } from './in-portions.js';
import { friendsAmong, type FriendIds } from './local-presence.js';

export interface PersonChangesDependencies {
  readonly friendIds: Pick<FriendIds, 'read' | 'among'>;
  readonly broadcast: Pick<Broadcast, 'publish' | 'subscribe'>;
  readonly ephemeral: Pick<EphemeralEvents, 'publishHere'>;
  /** Everybody with a stream at this replica. */
  readonly usersHere: () => readonly string[];
  readonly logger: Log;
}

export type PersonChanges = ReturnType<typeof createPersonChanges>;

/**
 * Tells open streams, of somebody and of their friends, that they are called otherwise now. Each replica tells those that it has, so that
 * no message between replicas grows with friends. Whoever misses it has the new name with the next list of friends (ADR 0015).
 */
export function createPersonChanges(dependencies: PersonChangesDependencies) {
  const { friendIds, broadcast, ephemeral, usersHere, logger } = dependencies;
  const tell = inPortions(
    async (userId) => {
      const friends = await friendsAmong(friendIds, await friendIds.read(userId), usersHere);
      ephemeral.publishHere([userId, ...friends], { type: 'person_changed', userId });
    },
    (err) => logger.warn({ err }, 'friends could not be told of a new name'),
  );
  broadcast.subscribe('person-change', (userId) => tell([userId]));
  return {
    /** Once it is in the database. */
    publish: (userId: string): void => broadcast.publish('person-change', userId),
  };
}
