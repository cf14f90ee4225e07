import { type Attempt, inBatches, readBatches, type Statements } from '@triptych/postgres';
import { Prisma } from '../generated/prisma/client.js';
import { shownDraft, toShownDraft, type DraftRow } from '../drafts/draft-rows.sql.js';
import type { EventType } from '../events/event-types.js';
import {
  isExpired,
  messageColumns,
  toMessage,
  type MessageRow,
} from '../messages/message-rows.sql.js';
import { mutedUntil as mutedUntilOf } from '../people/muted-until.sql.js';
import { joinSeen, toPerson, type Profile } from '../people/seen-person.sql.js';
import type { EventBatch, EventLog, LoggedEvent } from './event-log.port.js';
import type { LogPosition } from './event-position.js';

/** The columns of the event are null when no event follows the given number, the joined ones when nothing was found. */
interface Row extends MessageRow {
  request: number;
  head: number;
  replaced: boolean;
  eventSeq: number | null;
  type: EventType;
  at: Date;
  chatId: string | null;
  chatSeq: number | null;
  personId: string | null;
  /** Null when there is nobody to show, or the person is gone. */
  foundPerson: boolean | null;
  /** As it was known then; null in a row of a former release. */
  knownProfile: Profile | null;
  profile: Profile | null;
  foundMessage: boolean;
  readReceipts: boolean | null;
  typing: boolean | null;
  presence: boolean | null;
  mutedUntil: Date | null;
  expirySeconds: number | null;
  archived: boolean | null;
  markedUnread: boolean | null;
  draft: DraftRow | null;
}

interface ReadRequest {
  readonly userId: string;
  readonly position: LogPosition;
  readonly limit: number;
}

/** Readers that ask at the same time share a statement: a message wakes two of them, a restart all. */
export function createSqlEventLog(statements: Statements): EventLog {
  const readAfter = inBatches(async (requests: readonly ReadRequest[], { signal }: Attempt) => {
    const rows = await statements.prepared<Row>(eventsStatement(requests), signal);
    const byRequest = requests.map((): Row[] => []);
    for (const row of rows) byRequest[row.request - 1]?.push(row);
    return byRequest.map(toBatch);
  }, readBatches);
  const readHead = inBatches(async (userIds: readonly string[], { signal }: Attempt) => {
    const statement = Prisma.sql`
      SELECT head.user_id::text AS id, head.seq, last.at FROM event_heads AS head
      LEFT JOIN events AS last ON last.user_id = head.user_id AND last.seq = head.seq
      WHERE head.user_id = ANY (${[...userIds]}::uuid[])`;
    const heads = toHeads(await statements.prepared<HeadRow>(statement, signal));
    return userIds.map((userId) => heads.get(userId) ?? { seq: 0, at: null });
  }, readBatches);
  return {
    readAfter: (userId, position, limit) => readAfter({ userId, position, limit }),
    readHead,
    async readHeadsOfSessions(sessionIds) {
      const statement = Prisma.sql`
        SELECT session.id::text, COALESCE(head.seq, 0) AS seq, last.at FROM sessions AS session
        LEFT JOIN event_heads AS head ON head.user_id = session.user_id
        LEFT JOIN events AS last ON last.user_id = head.user_id AND last.seq = head.seq
        WHERE session.id = ANY (${[...sessionIds]}::uuid[]) AND session.expires_at > now()`;
      return toHeads(await statements.prepared<HeadRow>(statement));
    },
  };
}

interface HeadRow {
  readonly id: string;
  readonly seq: number;
  readonly at: Date | null;
}

function toHeads(rows: readonly HeadRow[]): ReadonlyMap<string, LogPosition> {
  return new Map(rows.map(({ id, seq, at }) => [id, { seq, at: at && at.getTime() }]));
}

const shownPerson = Prisma.sql`
  CASE WHEN event.type IN ('friend_request', 'new_friend') THEN event.person_id END`;

export function eventsStatement(requests: readonly ReadRequest[]): ReturnType<typeof Prisma.sql> {
  return Prisma.sql`
    SELECT asked.nr::int AS request, head.seq AS head,
      asked.at IS NOT NULL AND asked.at IS DISTINCT FROM extract(epoch FROM known.at) * 1000 AS replaced,
      event.seq AS "eventSeq", event.type, event.at,
      event.chat_id AS "chatId", event.chat_seq AS "chatSeq",
      event.person_id::text AS "personId", seen.found AS "foundPerson",
      event.profile AS "knownProfile", seen.profile,
      message.id IS NOT NULL AS "foundMessage", ${messageColumns},
      own.read_receipts AS "readReceipts", own.typing, own.presence,
      CASE WHEN event.type = 'mute'
        THEN ${mutedUntilOf(Prisma.sql`head.user_id`, Prisma.sql`event.person_id`)} END AS "mutedUntil",
      CASE WHEN event.type = 'expiry' THEN (
        SELECT expiry_seconds FROM chats WHERE id = event.chat_id
      ) END AS "expirySeconds",
      CASE WHEN event.type = 'draft' THEN (
        SELECT ${shownDraft} FROM chat_drafts AS kept
        WHERE kept.user_id = head.user_id AND kept.partner_id = event.person_id
      ) END AS draft,
      listed.archived, listed.marked_unread AS "markedUnread"
    FROM unnest(
      ${requests.map(({ userId }) => userId)}::uuid[],
      ${requests.map(({ position }) => position.seq)}::int[],
      ${requests.map(({ position }) => position.at)}::bigint[],
      ${requests.map(({ limit }) => limit)}::int[]
    ) WITH ORDINALITY AS asked (user_id, seq, at, most, nr)
    JOIN event_heads AS head ON head.user_id = asked.user_id
    LEFT JOIN events AS known ON known.user_id = head.user_id AND known.seq = asked.seq
    LEFT JOIN LATERAL (
      SELECT * FROM events WHERE user_id = head.user_id AND seq > asked.seq
      ORDER BY seq LIMIT asked.most
    ) AS event ON true
    ${joinSeen(Prisma.sql`head.user_id`, shownPerson, 'chat')}
    LEFT JOIN messages AS message
      ON event.type IN ('message', 'message_edited', 'message_deleted', 'reaction', 'message_pinned')
      AND message.chat_id = event.chat_id AND message.seq = event.chat_seq
      AND NOT (CASE WHEN starts_with(message.chat_id, head.user_id::text)
        THEN message.lo_hidden ELSE message.hi_hidden END)
      AND NOT ${isExpired('message')}
    LEFT JOIN chat_entries AS listed ON event.type IN ('message', 'archive', 'unread')
      AND listed.user_id = head.user_id AND listed.partner_id = CASE
        WHEN starts_with(event.chat_id, head.user_id::text) THEN right(event.chat_id, 36)
        ELSE left(event.chat_id, 36) END::uuid
    LEFT JOIN user_settings AS own ON event.type = 'settings' AND own.user_id = head.user_id
    ORDER BY asked.nr, event.seq`;
}

function toBatch(rows: readonly Row[]): EventBatch {
  const events = rows.flatMap((row) => (row.eventSeq === null ? [] : [toEvent(row, row.eventSeq)]));
  const [first] = rows;
  return { head: first?.head ?? 0, events, ...(first?.replaced && { isReplaced: true }) };
}

function toEvent(row: Row, seq: number): LoggedEvent {
  const { type, at, chatId, chatSeq, personId, foundMessage, mutedUntil, archived } = row;
  const [person, settings] = [toShownPerson(row), toSettings(row)];
  const message = foundMessage ? toMessage(row) : null;
  const { expirySeconds, markedUnread } = row;
  const draft = row.draft && toShownDraft(row.draft);
  const ofChat = { mutedUntil, expirySeconds, archived, markedUnread, draft };
  return { seq, type, at, chatId, chatSeq, personId, person, message, settings, ...ofChat };
}

function toShownPerson({ foundPerson, personId: id, knownProfile, profile }: Row) {
  return foundPerson && id !== null ? toPerson(id, knownProfile ?? profile) : null;
}

function toSettings({ readReceipts, typing, presence }: Row) {
  return readReceipts !== null && typing !== null && presence !== null
    ? { readReceipts, typing, presence }
    : null;
}
