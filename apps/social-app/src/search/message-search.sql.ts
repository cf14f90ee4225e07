import { Prisma, type PrismaClient } from '../generated/prisma/client.js';
import {
  isExpired,
  messageColumns,
  sideOf,
  toMessage,
  type MessageRow,
  type Sql,
} from '../messages/message-rows.sql.js';
import { toChatId, type UserPair } from '../people/user-ids.js';
import type { MessageQuery, MessageSearch } from './search.js';

/**
 * In one chat, the index of the words of each chat is read (ADR 0015); in all chats of a user, that of the words of each
 * person and period, the newest periods first and twice as many each time, until the page is full (ADR 0038). Messages stand in
 * the indexes as they were typed, so a letter with marks is looked for in both of its forms.
 */
export function createSqlMessageSearch(prisma: PrismaClient): MessageSearch {
  const read = (statement: Sql) => prisma.$queryRaw<MessageRow[]>(statement);
  return {
    async find(userId, query) {
      const { newest, oldest, ...sought } = await readFacts(prisma, userId, query);
      if (sought.words.length === 0) return null;
      const asked = { ...query, ...sought, userId };
      if (query.pair) return (await read(inChat(asked, query.pair))).map(toMessage);
      const rows: MessageRow[] = [];
      // One more: the clock of the database may have been set back.
      let [last, count] = [newest + 1, 2];
      while (last >= oldest && rows.length < query.limit) {
        const length = Math.min(count, last - oldest + 1);
        const periods = Array.from({ length }, (_, n) => last - n);
        const limit = query.limit - rows.length;
        rows.push(...(await read(inPeriods({ ...asked, limit }, periods))));
        last -= count;
        count *= 2;
      }
      return rows.map(toMessage);
    },
  };
}

interface Asked extends MessageQuery {
  readonly userId: string;
  readonly words: readonly string[];
  /** The same with each mark by itself; empty: none of them has such a letter. */
  readonly decomposed: readonly string[];
}

/** As `message_people_words` in the migration has it. */
const periodOf = (at: Sql) =>
  Prisma.sql`GREATEST(0, floor(extract(epoch FROM ${at} - '2026-01-01 00:00:00+00'::timestamptz) / 2097152))::int`;

interface Facts {
  readonly words: string[];
  readonly decomposed: string[];
  readonly newest: number | null;
  readonly oldest: number;
}

/** The words of the query, split as the database split the messages, and the newest and oldest period that a page may show. */
async function readFacts(prisma: PrismaClient, userId: string, query: MessageQuery) {
  const { before, from, to } = query;
  const [text, other] = [query.text.normalize('NFC'), query.text.normalize('NFD')];
  const end = Prisma.sql`LEAST(last_at, ${before?.at ?? null}::timestamptz, ${to}::timestamptz)`;
  const [row] = await prisma.$queryRaw<Facts[]>`
    SELECT ${wordsIn(text)} AS words, ${wordsIn(other)} AS decomposed,
      ${periodOf(Prisma.sql`COALESCE(${from}::timestamptz, 'epoch')`)} AS oldest, (
      SELECT ${periodOf(end)} FROM chat_entries
      WHERE user_id = ${userId}::uuid AND last_at IS NOT NULL
      ORDER BY last_at DESC LIMIT 1
    ) AS newest`;
  const words = (row?.words ?? []).map(cut);
  const decomposed = text === other ? [] : (row?.decomposed ?? []).map(cut);
  // Whoever has no messages to see finds none.
  return { words, decomposed, newest: row?.newest ?? -2, oldest: row?.oldest ?? 0 };
}

const wordsIn = (text: string) =>
  Prisma.sql`tsvector_to_array(to_tsvector('simple'::regconfig, ${text}::text))`;
const cut = (word: string) => [...word].slice(0, 64).join('');

/** For the parser of tsquery. */
function quoted(word: string): string {
  return word.replaceAll('\\', '\\\\').replaceAll("'", "''");
}

type Words = Pick<Asked, 'words' | 'decomposed'>;

/** All words of a form, under one of the keys: `'key1word1':* & 'key1word2':* | …`. */
function underKeys(keys: Sql, { words, decomposed }: Words): Sql {
  const forms = [words, decomposed].flatMap((form, n) =>
    form.map((word) => ({ form: n, word: quoted(word) })),
  );
  return Prisma.sql`(
    SELECT string_agg(under_key, ' | ') FROM (
      SELECT string_agg('''' || left(md5(key), 12) || word || ''':*', ' & ') AS under_key
      FROM unnest(${keys}) AS key CROSS JOIN unnest(
        ${forms.map(({ form }) => form)}::int[], ${forms.map(({ word }) => word)}::text[]
      ) AS sought (form, word) GROUP BY key, form
    ) AS each
  )::tsquery`;
}

/** A parser may take a mark by itself for the end of a word, so that its index finds more than the words. */
function hasWords({ words, decomposed }: Words): Sql {
  if (decomposed.length === 0) return Prisma.sql`true`;
  const all = words.map((word) => `'${quoted(word)}':*`).join(' & ');
  return Prisma.sql`to_tsvector('simple'::regconfig, normalize(text, NFC)) @@ ${all}::tsquery`;
}

export function inChat({ userId, limit, ...asked }: Asked, pair: UserPair): Sql {
  // Compared as an expression: a planner that takes all chats for short would read a long one whole.
  const chatId = Prisma.sql`${toChatId(pair)}::text`;
  return Prisma.sql`
    SELECT ${messageColumns} FROM messages AS message
    WHERE message_words(chat_id, text) @@ ${underKeys(Prisma.sql`ARRAY[${chatId}]`, asked)}
      AND chat_id || '' = ${chatId} AND NOT ${isExpired('message')}
      AND NOT ${sideOf(pair, userId).hidden} AND ${hasWords(asked)} AND ${isAsked(asked)}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}::int`;
}

export function inPeriods({ userId, limit, ...asked }: Asked, periods: readonly number[]): Sql {
  const me = Prisma.sql`${userId}::text`;
  const keys = Prisma.sql`ARRAY(SELECT ${me} || period FROM unnest(${[...periods]}::int[]) AS period)`;
  return Prisma.sql`
    SELECT ${messageColumns} FROM messages AS message
    WHERE message_people_words(chat_id, created_at, text) @@ ${underKeys(keys, asked)}
      AND CASE ${me} WHEN left(chat_id, 36) THEN NOT lo_hidden WHEN right(chat_id, 36) THEN NOT hi_hidden END
      AND NOT ${isExpired('message')} AND ${hasWords(asked)} AND ${isAsked(asked)}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}::int`;
}

type Filters = Pick<MessageQuery, 'senderId' | 'from' | 'to' | 'before'>;

/** What the index does not know of. Each statement has the conditions that were asked for, and so the plan for them. */
function isAsked({ senderId, from, to, before }: Filters): Sql {
  const conditions = [
    // As a text: there is an index of senders, which would read all that one has written.
    senderId !== null && Prisma.sql`sender_id::text = ${senderId}::text`,
    from && Prisma.sql`created_at >= ${from}::timestamptz`,
    to && Prisma.sql`created_at < ${to}::timestamptz`,
    before && Prisma.sql`(created_at, id) < (${before.at}::timestamptz, ${before.id}::uuid)`,
  ].filter((condition) => condition !== false && condition !== null);
  return conditions.length > 0 ? Prisma.join(conditions, ' AND ') : Prisma.sql`true`;
}
