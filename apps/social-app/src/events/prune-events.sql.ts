import { Prisma, type PrismaClient } from '../generated/prisma/client.js';

type Sql = ReturnType<typeof Prisma.sql>;

/** Rows of one statement: few enough to block nobody for long, however many have gathered. */
const batchSize = 5_000;

/**
 * Drops events that are older than `before` or more than `kept` behind the newest of their user, and returns how many. The
 * newest is not too old for ever: by it a client of a user for whom nothing happens sees that the log is the same.
 * Replicas may do this at the same time: each takes rows that no other has taken.
 */
export async function pruneEvents(
  prisma: PrismaClient,
  before: Date,
  kept: number,
): Promise<number> {
  const old = Prisma.sql`
    SELECT events.user_id, events.seq FROM events
    JOIN event_heads AS head ON head.user_id = events.user_id AND head.seq > events.seq
    WHERE at < ${before}::timestamptz
    ORDER BY at LIMIT ${batchSize}::int FOR UPDATE OF events SKIP LOCKED`;
  const surplus = Prisma.sql`
    SELECT events.user_id, events.seq FROM event_heads AS head
    JOIN events ON events.user_id = head.user_id AND events.seq <= head.seq - ${kept}::int
    WHERE head.seq > ${kept}::int LIMIT ${batchSize}::int FOR UPDATE OF events SKIP LOCKED`;
  return (await dropAll(prisma, old)) + (await dropAll(prisma, surplus));
}

async function dropAll(prisma: PrismaClient, found: Sql): Promise<number> {
  let dropped = 0;
  for (;;) {
    const count = await prisma.$executeRaw`
      DELETE FROM events USING (${found}) AS found
      WHERE events.user_id = found.user_id AND events.seq = found.seq`;
    dropped += count;
    if (count < batchSize) return dropped;
  }
}
