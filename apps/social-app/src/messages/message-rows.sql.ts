import { Prisma } from '../generated/prisma/client.js';
import { parseChatId, type UserPair } from '../people/user-ids.js';
import type { Reaction, StoredMessage } from './message-store.port.js';

export type Sql = ReturnType<typeof Prisma.sql>;

/** The columns of `messages AS message`, under names that nothing beside them has. */
export const messageColumns = Prisma.raw(`
  message.id::text AS "messageId", message.chat_id AS "messageChatId", message.seq AS "messageSeq",
  message.sender_id::text AS "senderId", message.client_id AS "clientId", message.text,
  message.created_at AS "createdAt", message.edited_at AS "editedAt",
  message.deleted_at AS "deletedAt", message.lo_reactions AS "loReactions",
  message.hi_reactions AS "hiReactions"`);

export interface MessageRow {
  messageId: string;
  messageChatId: string;
  messageSeq: number;
  senderId: string;
  clientId: string | null;
  text: string;
  createdAt: Date;
  editedAt: Date | null;
  deletedAt: Date | null;
  loReactions: string[];
  hiReactions: string[];
}

export function toMessage(row: MessageRow): StoredMessage {
  const { messageId: id, messageChatId: chatId, messageSeq: seq } = row;
  const { senderId, clientId, text, createdAt, editedAt, deletedAt } = row;
  const reactions = toReactions(row);
  return { id, chatId, senderId, clientId, text, seq, createdAt, editedAt, deletedAt, reactions };
}

function toReactions({ messageChatId, loReactions, hiReactions }: MessageRow): Reaction[] {
  const pair = parseChatId(messageChatId);
  if (!pair) throw new Error('a message is stored under an invalid chat id');
  const by = (userId: string) => (emoji: string) => ({ userId, emoji });
  return [...loReactions.map(by(pair.lo)), ...hiReactions.map(by(pair.hi))];
}

const lo = {
  read: Prisma.sql`lo_read`,
  shown: Prisma.sql`lo_shown`,
  hidden: Prisma.sql`lo_hidden`,
  reactions: Prisma.sql`lo_reactions`,
};
const hi: typeof lo = {
  read: Prisma.sql`hi_read`,
  shown: Prisma.sql`hi_shown`,
  hidden: Prisma.sql`hi_hidden`,
  reactions: Prisma.sql`hi_reactions`,
};

/** The columns of `chats` and `messages` that belong to `userId`, one of the pair. */
export function sideOf(pair: UserPair, userId: string): typeof lo {
  return userId === pair.lo ? lo : hi;
}

/** One row while the two are friends. */
export function friendship(pair: UserPair): Sql {
  return Prisma.sql`
    SELECT lo_id, hi_id FROM relations
    WHERE lo_id = ${pair.lo}::uuid AND hi_id = ${pair.hi}::uuid AND state = 'friends'`;
}

/** A CTE with the friendship, locked until the commit: it ends before the statement or after it, never meanwhile. */
export function lockedFriendship(pair: UserPair): Sql {
  return Prisma.sql`friendship AS (${friendship(pair)} FOR SHARE)`;
}

/** Joins `chat`, looked up by its key for each row: a planner without statistics might read all chats instead. */
export function joinChatOf(userId: Sql, partnerId: Sql): Sql {
  return Prisma.sql`
    CROSS JOIN LATERAL (
      SELECT * FROM chats
      WHERE id = LEAST(${userId}, ${partnerId}) || '--' || GREATEST(${userId}, ${partnerId}) LIMIT 1
    ) AS chat`;
}
