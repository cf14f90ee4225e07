import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import { messageColumns, toMessage, type MessageRow } from '../messages/message-rows.sql.js';
import type { Cursor } from '../paging/cursor.js';
import { toChatId } from '../people/user-ids.js';
import type { MessageQuery, MessageSearch } from './search.js';

export function createSqlMessageSearch(prisma: PrismaClient): MessageSearch {
  return {
    async find(userId, query) {
      const words = await wordsOf(prisma, query.text);
      if (words.length === 0) return null;
      const rows = await prisma.$queryRaw<MessageRow[]>(searchStatement(userId, words, query));
      return rows.map(toMessage);
    },
  };
}

/** The database splits the query as it split the messages. */
async function wordsOf(prisma: PrismaClient, text: string): Promise<string[]> {
  const [row] = await prisma.$queryRaw<{ words: string[] }[]>`
    SELECT tsvector_to_array(to_tsvector('simple'::regconfig, ${text}::text)) AS words`;
  return (row?.words ?? []).map((word) => [...word].slice(0, 64).join(''));
}

/**
 * One walk through the index for each of the user's chats, each no longer than the page. Words begin with the
 * key of their chat, as `message_words` in the migration builds them (ADR 0015).
 */
function searchStatement(userId: string, words: string[], query: MessageQuery) {
  const { pair, before, limit } = query;
  const oneChat = pair ? Prisma.sql`AND id = ${toChatId(pair)}` : Prisma.empty;
  // Quoted for the parser of tsquery; the key of the chat is put before each below.
  const quoted = words.map((word) => word.replaceAll('\\', '\\\\').replaceAll("'", "''"));
  return Prisma.sql`
    WITH mine AS (
      SELECT id, true AS is_lo FROM chats WHERE lo_id = ${userId}::uuid ${oneChat}
      UNION ALL
      SELECT id, false FROM chats WHERE hi_id = ${userId}::uuid ${oneChat}
    ),
    asked AS (
      SELECT id, is_lo, (
        SELECT string_agg('''' || left(md5(mine.id), 12) || word || ''':*', ' & ')
        FROM unnest(${quoted}::text[]) AS word
      )::tsquery AS words
      FROM mine
    )
    SELECT ${messageColumns} FROM asked
    CROSS JOIN LATERAL (
      SELECT * FROM messages AS found
      WHERE found.chat_id = asked.id AND message_words(found.chat_id, found.text) @@ asked.words
        AND NOT (CASE WHEN asked.is_lo THEN found.lo_hidden ELSE found.hi_hidden END)
        AND ${beforeFound(before)}
      ORDER BY found.created_at DESC, found.id DESC LIMIT ${limit}::int
    ) AS message
    ORDER BY message.created_at DESC, message.id DESC LIMIT ${limit}::int`;
}

function beforeFound(before: Cursor | null) {
  if (!before) return Prisma.sql`true`;
  return Prisma.sql`(found.created_at, found.id) < (${before.at}::timestamptz, ${before.id}::uuid)`;
}
