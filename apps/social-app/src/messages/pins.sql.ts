import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { toChatId, type UserPair } from '../people/user-ids.js';
import type { MessageHandle } from './message-changes.js';
import {
  isExpired,
  lockedFriendship,
  messageColumns,
  sideOf,
  toMessage,
  type MessageRow,
  type Sql,
} from './message-rows.sql.js';
import type { StoredMessage } from './message-store.port.js';

/**
 * A change that pins the message: two friends, one list, of at most `most`. The message is locked before its chat, as a
 * deletion does, so that none is pinned that is deleted meanwhile; the row of the chat decides about the rest.
 */
export function pinChange(handle: MessageHandle, most: number): Sql {
  return Prisma.sql`
    ${friendsMessage(handle, Prisma.sql`deleted_at IS NULL`)},
    change AS (
      UPDATE chats SET pins = array_append(pins, target.seq) FROM target
      WHERE id = ${toChatId(handle.pair)}::text AND NOT target.seq = ANY (pins)
        AND cardinality(pins) < ${most}::int
      RETURNING target.seq AS chat_seq
    )`;
}

export function unpinChange(handle: MessageHandle): Sql {
  return Prisma.sql`
    ${friendsMessage(handle, Prisma.sql`true`)},
    change AS (
      UPDATE chats SET pins = array_remove(pins, target.seq) FROM target
      WHERE id = ${toChatId(handle.pair)}::text AND target.seq = ANY (pins)
      RETURNING target.seq AS chat_seq
    )`;
}

function friendsMessage({ pair, seq, userId }: MessageHandle, condition: Sql): Sql {
  return Prisma.sql`
    ${lockedFriendship(pair)},
    target AS (
      SELECT seq FROM messages
      WHERE EXISTS (SELECT 1 FROM friendship) AND chat_id = ${toChatId(pair)}::text
        AND seq = ${seq}::int AND NOT ${sideOf(pair, userId).hidden}
        AND NOT ${isExpired()} AND ${condition}
      FOR SHARE
    )`;
}

/** The numbers of the pinned messages of `chat` that its user sees, in the order in which they were pinned. */
export function pinsSeenBy(me: Sql): Sql {
  return Prisma.sql`
    CASE WHEN cardinality(chat.pins) > 0 THEN ARRAY (
      SELECT pinned.seq FROM unnest(chat.pins) WITH ORDINALITY AS pin (seq, place)
      JOIN messages AS pinned ON pinned.chat_id = chat.id AND pinned.seq = pin.seq
      WHERE NOT ${isExpired('pinned')} AND NOT CASE WHEN chat.lo_id = ${me} THEN pinned.lo_hidden ELSE pinned.hi_hidden END
      ORDER BY place
    ) ELSE '{}' END`;
}

/** The newest pin last. */
export async function listPinned(
  prisma: PrismaClient,
  pair: UserPair,
  userId: string,
): Promise<StoredMessage[]> {
  const rows = await prisma.$queryRaw<MessageRow[]>`
    SELECT ${messageColumns} FROM chats AS chat
    CROSS JOIN unnest(chat.pins) WITH ORDINALITY AS pin (seq, place)
    JOIN messages AS message ON message.chat_id = chat.id AND message.seq = pin.seq
    WHERE chat.id = ${toChatId(pair)} AND NOT message.${sideOf(pair, userId).hidden}
      AND NOT ${isExpired('message')}
    ORDER BY place`;
  return rows.map(toMessage);
}
