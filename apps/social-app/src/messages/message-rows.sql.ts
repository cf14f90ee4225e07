import { attachmentKindsOf, attachmentsOf } from '../attachments/attachment-rows.sql.js';
import type { Attachment } from '../attachments/attachment.js';
import { Prisma } from '../generated/prisma/client.js';
import { parseChatId, type UserPair } from '../people/user-ids.js';
import { cutText } from '../text/cut-text.js';
import type { Reaction, StoredMessage, StoredQuote } from './message-store.port.js';

export type Sql = ReturnType<typeof Prisma.sql>;

/** Characters of a quoted text, an ellipsis among them. */
const mostQuoted = 200;

const expired = (message: string) => `COALESCE(${message}.expires_at <= now(), false)`;

/**
 * Whether the time of a message is over, by the clock of the database, whichever replica asks: then nothing shows it, also
 * while its words are not erased yet (ADR 0078).
 *
 * @param message the name of a row of `messages`
 */
export const isExpired = (message = 'messages'): Sql => Prisma.raw(expired(message));

/** Of `messages`: there is still something to erase, once its time is over. As the indexes of such messages have it. */
export const awaitsErasure = Prisma.raw(
  'NOT (lo_hidden AND hi_hidden AND deleted_at IS NOT NULL) AND expires_at IS NOT NULL',
);

/**
 * What the row `message` quotes, or null: looked up by its key, so it follows what becomes of that message. `toQuote` cuts its
 * text, of which one character more is read: by it one knows that there is more, and where a grapheme ends.
 *
 * @param message the name of a row with `chat_id`, `reply_to_id` and `reply_to_seq`
 */
export function quoteOf(message: string): string {
  return `
  CASE WHEN ${message}.reply_to_seq IS NOT NULL THEN COALESCE((
    SELECT jsonb_build_object('id', quoted.id, 'seq', quoted.seq, 'senderId', quoted.sender_id,
      'text', left(quoted.text, ${mostQuoted + 1}),
      'deletedAt', quoted.deleted_at, 'attachments', CASE WHEN quoted.deleted_at IS NULL
        THEN ${attachmentKindsOf('quoted')} END, 'hiddenFor', array_remove(ARRAY[
        CASE WHEN quoted.lo_hidden THEN left(quoted.chat_id, 36) END,
        CASE WHEN quoted.hi_hidden THEN right(quoted.chat_id, 36) END], NULL))
    FROM messages AS quoted
    WHERE quoted.chat_id = ${message}.chat_id AND quoted.seq = ${message}.reply_to_seq
      AND NOT ${expired('quoted')}
  ), jsonb_build_object('id', ${message}.reply_to_id, 'seq', ${message}.reply_to_seq,
    'senderId', NULL, 'text', '', 'deletedAt', NULL, 'attachments', NULL, 'hiddenFor', '{}'::text[])) END`;
}

/** The columns of `messages AS message`, under names that nothing beside them has. */
export const messageColumns = Prisma.raw(`
  message.id::text AS "messageId", message.chat_id AS "messageChatId", message.seq AS "messageSeq",
  message.sender_id::text AS "senderId", message.client_id AS "clientId",
  CASE WHEN ${expired('message')} THEN '' ELSE message.text END AS text,
  message.created_at AS "createdAt", message.edited_at AS "editedAt",
  CASE WHEN ${expired('message')} THEN COALESCE(message.deleted_at, message.expires_at)
    ELSE message.deleted_at END AS "deletedAt",
  CASE WHEN ${expired('message')} THEN '{}' ELSE message.lo_reactions END AS "loReactions",
  CASE WHEN ${expired('message')} THEN '{}' ELSE message.hi_reactions END AS "hiReactions",
  message.expires_at AS "expiresAt",
  message.forwarded AND message.deleted_at IS NULL AND NOT ${expired('message')} AS forwarded,
  CASE WHEN message.deleted_at IS NULL AND NOT ${expired('message')} THEN ${attachmentsOf('message')} END AS attachments,
  CASE WHEN message.deleted_at IS NULL AND NOT ${expired('message')} THEN ${quoteOf('message')} END AS "replyTo"`);

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
  expiresAt: Date | null;
  forwarded: boolean;
  loReactions: string[];
  hiReactions: string[];
  replyTo: QuoteRow | null;
  attachments: readonly Attachment[] | null;
}

/** As JSON has it. */
export type QuoteRow = Omit<StoredQuote, 'deletedAt'> & { readonly deletedAt: string | null };

export function toQuote(row: QuoteRow | null): StoredQuote | null {
  if (!row) return null;
  const deletedAt = row.deletedAt === null ? null : new Date(row.deletedAt);
  return { ...row, text: cutText(row.text, mostQuoted), deletedAt };
}

export function toMessage(row: MessageRow): StoredMessage {
  const { messageId: id, messageChatId: chatId, messageSeq: seq } = row;
  const { senderId, clientId, text, createdAt, editedAt, deletedAt, expiresAt } = row;
  const { forwarded, attachments } = row;
  const [reactions, replyTo] = [toReactions(row), toQuote(row.replyTo)];
  const at = { createdAt, editedAt, deletedAt, expiresAt };
  return {
    id,
    chatId,
    senderId,
    clientId,
    text,
    seq,
    ...at,
    forwarded,
    attachments,
    reactions,
    replyTo,
  };
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
