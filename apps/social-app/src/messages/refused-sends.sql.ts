import { createHash } from 'node:crypto';
import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { toChatId, type UserPair } from '../people/user-ids.js';
import {
  friendship,
  isExpired,
  messageColumns,
  sideOf,
  toMessage,
  type MessageRow,
  type Sql,
} from './message-rows.sql.js';
import type { NewMessage, Refusal } from './message-store.port.js';

// Why a send was not stored: it was before, or something is missing.

/** A message that is to be stored. */
export interface Draft {
  readonly id: string;
  readonly pair: UserPair;
  readonly message: NewMessage;
}

/** The message that was stored first under the same `clientId`, whatever has become of it and of the friendship. */
export async function findRepeated(prisma: PrismaClient, { pair, message }: Draft) {
  const { senderId, clientId, text, replyTo, forward } = message;
  if (clientId === null) return null;
  const [row] = await prisma.$queryRaw<RepeatedRow[]>`
    SELECT ${messageColumns}, text AS "storedText", ${isExpired('message')} AS "isExpired",
      encode(sent_digest, 'hex') AS "sentDigest", reply_to_id::text AS "replyToId",
      attachment_ids::text[] AS "attachmentIds"
    FROM messages AS message WHERE sender_id = ${senderId}::uuid AND client_id = ${clientId}`;
  if (!row) return null;
  // No text has the character that separates the id of what was forwarded.
  const content = text ?? `\0${forward}`;
  const digest = () => createHash('sha256').update(row.messageId).update(content).digest('hex');
  // What is over may be erased already, and nobody knows its words.
  const sameText =
    row.isExpired ||
    (row.sentDigest === null ? row.storedText === text : row.sentDigest === digest());
  // Those of a copy are its own.
  const sameFiles = forward !== null || row.attachmentIds.join() === message.attachments.join();
  const sameRest = row.replyToId === replyTo && row.messageChatId === toChatId(pair);
  const isSame = sameText && sameFiles && sameRest;
  return isSame ? toMessage(row) : 'client-id-reused';
}

interface RepeatedRow extends MessageRow {
  storedText: string;
  isExpired: boolean;
  sentDigest: string | null;
  replyToId: string | null;
  attachmentIds: string[];
}

/** Read only to explain a refusal: the statement has decided. What does not hold any more by now counts as the friendship. */
export async function findRefusal(
  prisma: PrismaClient,
  { pair, message }: Draft,
): Promise<Refusal> {
  const { senderId, replyTo, forward, attachments } = message;
  if (forward !== null) return findRefusalToForward(prisma, pair, senderId, forward);
  const [facts] = await prisma.$queryRaw<{ friends: boolean; sees: boolean }[]>`
    SELECT EXISTS (${friendship(pair)}) AS friends, EXISTS (
      SELECT FROM messages WHERE id = ${replyTo}::uuid AND chat_id = ${toChatId(pair)}
        AND deleted_at IS NULL AND NOT ${isExpired()} AND NOT ${sideOf(pair, senderId).hidden}
    ) AS sees`;
  if (!facts?.friends) return 'not-friends';
  if (replyTo !== null && !facts.sees) return 'nothing-to-reply-to';
  return attachments.length > 0 ? 'nothing-to-attach' : 'not-friends';
}

async function findRefusalToForward(
  prisma: PrismaClient,
  pair: UserPair,
  senderId: string,
  forward: string,
): Promise<Refusal> {
  const [id, userId] = [Prisma.sql`${forward}::uuid`, Prisma.sql`${senderId}::text`];
  const [facts] = await prisma.$queryRaw<{ friends: boolean; sees: boolean }[]>`
    SELECT EXISTS (${friendship(pair)}) AS friends, EXISTS (${textSeenBy(userId, id)}) AS sees`;
  return facts?.friends && !facts.sees ? 'nothing-to-forward' : 'not-friends';
}

/**
 * A row with the text and the files of a message, if this person sees it, in whatever chat of theirs. Files are seen as long as
 * the two are friends.
 */
export function textSeenBy(userId: Sql, id: Sql): Sql {
  return Prisma.sql`
    SELECT text, attachment_ids FROM messages
    WHERE id = ${id} AND deleted_at IS NULL AND NOT ${isExpired()}
      AND (cardinality(attachment_ids) = 0 OR EXISTS (
        SELECT FROM relations WHERE lo_id = left(chat_id, 36)::uuid AND hi_id = right(chat_id, 36)::uuid AND state = 'friends'
      ))
      AND CASE ${userId} WHEN left(chat_id, 36) THEN NOT lo_hidden WHEN right(chat_id, 36) THEN NOT hi_hidden END
    LIMIT 1`;
}
