import { Prisma } from '../generated/prisma/client.js';
import { parseChatId } from '../people/user-ids.js';
import type { Reaction, StoredMessage } from './message-store.port.js';

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
  if (!pair) throw new Error('a message is stored under something that is no chat id');
  const by = (userId: string) => (emoji: string) => ({ userId, emoji });
  return [...loReactions.map(by(pair.lo)), ...hiReactions.map(by(pair.hi))];
}
