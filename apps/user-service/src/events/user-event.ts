import type { userToWire } from '../users/user.js';

/** A change of a user, as the log keeps it. */
export interface UserEvent {
  /** The same whenever and however the event is read. */
  readonly id: string;
  readonly type: 'user.registered' | 'user.updated' | 'user.deleted' | 'user.verified';
  readonly userId: string;
  /** RFC 3339, UTC. */
  readonly at: string;
  /** As after the change; null for a deletion, and for all events of a user who was deleted since. */
  readonly data: ReturnType<typeof userToWire> | null;
  /** Where a reader who has this event goes on. */
  readonly cursor: string;
}

/** CloudEvents 1.0 in JSON. */
export function eventToWire({ id, type, userId, at, data }: UserEvent) {
  return {
    specversion: '1.0' as const,
    id,
    source: '/users',
    type,
    subject: userId,
    time: at,
    ...(data && { datacontenttype: 'application/json', data }),
  };
}
