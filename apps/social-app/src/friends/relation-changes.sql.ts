import { Prisma } from '../generated/prisma/client.js';
import type { UserPair } from '../people/user-ids.js';
import type { EventType } from '../streams/event-log.port.js';
import { changeWithEvents, type NewEvent } from '../events/append-events.sql.js';

export type Sql = ReturnType<typeof Prisma.sql>;

export const changed = Prisma.sql`RETURNING NULL::int AS chat_seq`;

/** One conditional change of a relation, with its events. */
export function transition(change: Sql, events: readonly NewEvent[]): Sql {
  return changeWithEvents(Prisma.sql`change AS (${change})`, events);
}

export function ofPair({ lo, hi }: UserPair): Sql {
  return Prisma.sql`lo_id = ${lo}::uuid AND hi_id = ${hi}::uuid`;
}

/** Before a row that refers to both, and before the pair's own: erasure takes its locks in this order, too. */
export function lockPeople({ lo, hi }: UserPair): Sql {
  return Prisma.sql`
    SELECT 1 FROM users WHERE id IN (${lo}::uuid, ${hi}::uuid) ORDER BY id FOR KEY SHARE`;
}

export function pendingBy(pair: UserPair, requester: string): Sql {
  return Prisma.sql`WHERE ${ofPair(pair)} AND state = 'pending' AND requester_id = ${requester}::uuid`;
}

export function toBoth({ lo, hi }: UserPair, type: EventType): NewEvent[] {
  return [
    { userId: lo, type, personId: hi },
    { userId: hi, type, personId: lo },
  ];
}
