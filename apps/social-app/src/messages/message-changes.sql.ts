import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { toChatId } from '../people/user-ids.js';
import type { EventType } from '../events/event-types.js';
import { changeWithEvents, runWithEvents, type NewEvent } from '../events/append-events.sql.js';
import type { MessageChanges, MessageHandle, MessageFacts } from './message-changes.js';
import {
  friendship,
  isExpired,
  lockedFriendship,
  messageColumns,
  sideOf,
  toMessage,
  type MessageRow,
  type Sql,
} from './message-rows.sql.js';
import { pinChange, unpinChange } from './pins.sql.js';

export function createSqlMessageChanges(prisma: PrismaClient): MessageChanges {
  async function decide(change: Sql, events: NewEvent[]): Promise<boolean> {
    const statement = changeWithEvents(change, events);
    const rows = await runWithEvents(() => prisma.$queryRaw<object[]>(statement));
    return rows.length === 1;
  }

  return {
    edit: (handle, text, since) =>
      decide(edition(handle, text, since), toBoth(handle, 'message_edited')),
    deleteForAll: (handle, since) =>
      decide(deletion(handle, since), toBoth(handle, 'message_deleted')),
    hide(handle) {
      const { hidden } = sideOf(handle.pair, handle.userId);
      const event = { userId: handle.userId, chatId: toChatId(handle.pair) };
      const change = update(handle, Prisma.sql`${hidden} = true`, Prisma.sql`true`);
      return decide(change, [{ ...event, type: 'message_hidden' }]);
    },
    react: (handle, emoji, most) =>
      decide(addition(handle, emoji, most), toBoth(handle, 'reaction')),
    unreact(handle, emoji) {
      const { reactions } = sideOf(handle.pair, handle.userId);
      const set = Prisma.sql`${reactions} = array_remove(${reactions}, ${emoji}::text)`;
      const change = update(handle, set, Prisma.sql`${emoji}::text = ANY(${reactions})`);
      return decide(change, toBoth(handle, 'reaction'));
    },
    pin: (handle, most) => decide(pinChange(handle, most), toBoth(handle, 'message_pinned')),
    unpin: (handle) => decide(unpinChange(handle), toBoth(handle, 'message_unpinned')),
    readFacts: (handle) => readMessageFacts(prisma, handle),
  };
}

const amongFriends = Prisma.sql`EXISTS (SELECT 1 FROM friendship)`;
/** Digest of the text as it was sent: the first change stores it, later ones keep it. */
const digest = Prisma.sql`COALESCE(sent_digest, sha256(convert_to(id::text || text, 'UTF8')))`;

function edition(handle: MessageHandle, text: string, since: Date): Sql {
  return update(
    handle,
    Prisma.sql`text = ${text}::text, edited_at = statement_timestamp(), sent_digest = ${digest}`,
    Prisma.sql`${ownSince(handle, since)} AND text <> ${text}::text
      AND NOT forwarded AND ${amongFriends}`,
  );
}

function deletion(handle: MessageHandle, since: Date): Sql {
  return update(
    handle,
    Prisma.sql`text = '', deleted_at = statement_timestamp(), edited_at = NULL,
      sent_digest = ${digest}, lo_reactions = '{}', hi_reactions = '{}'`,
    ownSince(handle, since),
  );
}

function addition(handle: MessageHandle, emoji: string, most: number): Sql {
  const { reactions } = sideOf(handle.pair, handle.userId);
  return update(
    handle,
    Prisma.sql`${reactions} = array_append(${reactions}, ${emoji}::text)`,
    Prisma.sql`deleted_at IS NULL AND NOT ${emoji}::text = ANY(${reactions})
      AND cardinality(${reactions}) < ${most}::int AND ${amongFriends}`,
  );
}

/** Updates the message that `handle` names, if its user still sees it and `condition` holds. */
function update({ pair, seq, userId }: MessageHandle, set: Sql, condition: Sql): Sql {
  const { hidden } = sideOf(pair, userId);
  return Prisma.sql`
    ${lockedFriendship(pair)},
    change AS (
      UPDATE messages SET ${set}
      WHERE chat_id = ${toChatId(pair)}::text AND seq = ${seq}::int AND NOT ${hidden}
        AND NOT ${isExpired()} AND ${condition}
      RETURNING seq AS chat_seq
    )`;
}

function ownSince({ userId }: MessageHandle, since: Date): Sql {
  return Prisma.sql`sender_id = ${userId}::uuid AND deleted_at IS NULL AND created_at > ${since}::timestamptz`;
}

function toBoth({ pair, userId }: MessageHandle, type: EventType): NewEvent[] {
  const event = { type, personId: userId, chatId: toChatId(pair) };
  return [pair.lo, pair.hi].map((each) => ({ ...event, userId: each }));
}

async function readMessageFacts(
  prisma: PrismaClient,
  { pair, seq, userId }: MessageHandle,
): Promise<MessageFacts> {
  const [[row], friendships] = await Promise.all([
    prisma.$queryRaw<(MessageRow & { hidden: boolean; pinned: boolean })[]>`
      SELECT ${messageColumns}, ${sideOf(pair, userId).hidden} OR ${isExpired('message')} AS hidden,
        EXISTS (SELECT FROM chats WHERE id = chat_id AND seq = ANY (pins)) AS pinned
      FROM messages AS message
      WHERE chat_id = ${toChatId(pair)} AND seq = ${seq}::int`,
    prisma.$queryRaw<object[]>(friendship(pair)),
  ]);
  return {
    message: row ? toMessage(row) : null,
    hidden: row?.hidden ?? false,
    friends: friendships.length > 0,
    pinned: row?.pinned ?? false,
  };
}
