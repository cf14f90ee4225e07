import type { Statements } from '@triptych/postgres';
import { attachmentKindsOf } from '../attachments/attachment-rows.sql.js';
import { Prisma } from '../generated/prisma/client.js';
import { mutedUntil } from '../people/muted-until.sql.js';
import { joinSeen, toPerson, type Profile } from '../people/seen-person.sql.js';
import type { PushDelivery, PushQueue } from './push-queue.port.js';

/** Longer than an attempt may take: whoever has not settled a delivery by then is gone. Seconds. */
const lease = 60;
/** Among which a claim chooses: a service with many leaves room for the others. */
const mostRanked = 200;

interface Row {
  sessionId: string;
  userId: string;
  chatId: string;
  seq: number;
  createdAt: Date;
  service: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  failures: number;
  personId: string;
  profile: Profile | null;
  text: string | null;
  attachments: string[] | null;
  isWanted: boolean;
  leftMs: string | null;
  unread: number;
}

export function createSqlPushQueue(statements: Statements): PushQueue {
  const run = async (statement: ReturnType<typeof Prisma.sql>) =>
    (await statements.prepared<object>(statement)).length;
  return {
    async claim(wanted) {
      return (await statements.prepared<Row>(claimStatement(wanted))).map(toDelivery);
    },
    async finish({ sessionId, chatId, seq, failures }) {
      if (failures > 0)
        await run(Prisma.sql`
          UPDATE push_subscriptions SET failures = 0 WHERE session_id = ${sessionId}::uuid`);
      await run(Prisma.sql`
        DELETE FROM push_deliveries
        WHERE session_id = ${sessionId}::uuid AND chat_id = ${chatId} AND seq = ${seq}::int`);
    },
    async postpone({ sessionId, chatId, seq }, pauseMs) {
      const until = Prisma.sql`now() + ${Math.round(pauseMs)}::int * interval '1 millisecond'`;
      await run(Prisma.sql`
        UPDATE push_subscriptions SET failures = failures + 1, quiet_until = ${until}
        WHERE session_id = ${sessionId}::uuid`);
      await run(Prisma.sql`
        UPDATE push_deliveries SET due_at = ${until}
        WHERE session_id = ${sessionId}::uuid AND chat_id = ${chatId} AND seq = ${seq}::int`);
    },
    async forget({ sessionId, subscription }) {
      await run(Prisma.sql`
        DELETE FROM push_subscriptions
        WHERE session_id = ${sessionId}::uuid AND endpoint = ${subscription.endpoint}`);
    },
    dropOlderThan: (ageMs) =>
      run(Prisma.sql`
        DELETE FROM push_deliveries
        WHERE created_at < now() - ${Math.round(ageMs)}::int * interval '1 millisecond' RETURNING 1`),
  };
}

/** The condition stands twice: what another replica has taken since the ranking is looked at again once it is locked. */
function claimStatement({ most, perService, underWay }: Parameters<PushQueue['claim']>[0]) {
  const busy = [...underWay].filter(([, count]) => count >= perService);
  const [busyServices, services] = [busy.map(([service]) => service), [...underWay.keys()]];
  const isDue = Prisma.sql`delivery.due_at <= now() AND device.quiet_until <= now()`;
  return Prisma.sql`
    WITH ranked AS (
      SELECT *, row_number() OVER (PARTITION BY service ORDER BY due_at) AS place FROM (
        SELECT delivery.session_id, delivery.chat_id, delivery.service, delivery.due_at
        FROM push_deliveries AS delivery JOIN push_subscriptions AS device USING (session_id)
        WHERE ${isDue} AND delivery.service <> ALL (${busyServices}::text[])
        ORDER BY delivery.due_at LIMIT ${mostRanked}::int
      ) AS oldest
    ),
    due AS (
      SELECT delivery.session_id, delivery.chat_id
      FROM push_deliveries AS delivery JOIN push_subscriptions AS device USING (session_id)
      JOIN ranked USING (session_id, chat_id)
      LEFT JOIN unnest(${services}::text[], ${[...underWay.values()]}::int[])
        AS under_way (service, count) ON under_way.service = ranked.service
      WHERE ${isDue} AND ranked.place + COALESCE(under_way.count, 0) <= ${perService}::int
      ORDER BY ranked.place, ranked.due_at LIMIT ${most}::int
      FOR UPDATE OF delivery SKIP LOCKED
    ),
    claimed AS (
      UPDATE push_deliveries AS delivery SET due_at = now() + ${lease}::int * interval '1 second'
      FROM due WHERE delivery.session_id = due.session_id AND delivery.chat_id = due.chat_id
      RETURNING delivery.*
    )
    ${contentOfClaimed}`;
}

/** Whether the one whose device it is has not muted the chat with that person. */
function isHeard(partnerId: ReturnType<typeof Prisma.sql>) {
  return Prisma.sql`${mutedUntil(Prisma.sql`device.user_id`, partnerId)} IS NULL`;
}

/** Each is looked up by its key. A name is shown as everywhere: as of a friend, or not at all. */
const contentOfClaimed = Prisma.sql`
  SELECT claimed.session_id::text AS "sessionId", device.user_id::text AS "userId", claimed.chat_id AS "chatId", claimed.seq,
    claimed.created_at AS "createdAt", device.service, device.endpoint, device.p256dh, device.auth,
    device.failures, partner.id::text AS "personId", seen.profile, message.text,
    ${Prisma.raw(attachmentKindsOf('message'))} AS attachments,
    extract(epoch FROM message.expires_at - now()) * 1000 AS "leftMs",
    COALESCE(session.expires_at > now() AND relation.state = 'friends'
      AND message.deleted_at IS NULL AND COALESCE(message.expires_at > now(), true) AND claimed.seq > side.read AND NOT side.hidden
      AND ${isHeard(Prisma.sql`partner.id`)}, false) AS "isWanted",
    (SELECT count(*)::int FROM (
      SELECT unread, marked_unread, archived, partner_id FROM chat_entries
      WHERE user_id = device.user_id
      ORDER BY last_at DESC, partner_id DESC LIMIT 100
    ) AS entry WHERE (unread > 0 OR marked_unread) AND NOT archived AND ${isHeard(Prisma.sql`entry.partner_id`)}) AS unread
  FROM claimed
  JOIN push_subscriptions AS device ON device.session_id = claimed.session_id
  JOIN sessions AS session ON session.id = claimed.session_id
  LEFT JOIN chats AS chat ON chat.id = claimed.chat_id
  LEFT JOIN messages AS message ON message.chat_id = claimed.chat_id AND message.seq = claimed.seq
  LEFT JOIN relations AS relation ON relation.lo_id = chat.lo_id AND relation.hi_id = chat.hi_id
  CROSS JOIN LATERAL (
    SELECT CASE WHEN chat.lo_id = device.user_id THEN chat.hi_id ELSE chat.lo_id END AS id
  ) AS partner
  CROSS JOIN LATERAL (
    SELECT CASE WHEN chat.lo_id = device.user_id THEN chat.lo_read ELSE chat.hi_read END AS read,
      CASE WHEN chat.lo_id = device.user_id THEN message.lo_hidden ELSE message.hi_hidden END AS hidden
  ) AS side
  ${joinSeen(Prisma.sql`device.user_id`, Prisma.sql`partner.id`, 'chat')}`;

function toDelivery(row: Row): PushDelivery {
  const { sessionId, userId, chatId, seq, createdAt, service, failures } = row;
  const { endpoint, p256dh, auth, isWanted, text, attachments, unread } = row;
  const leftMs = row.leftMs === null ? null : Number(row.leftMs);
  const { name, email } = toPerson(row.personId, row.profile);
  return {
    ...{ sessionId, userId, chatId, seq, createdAt, service, failures, leftMs },
    subscription: { endpoint, keys: { p256dh, auth } },
    notice: isWanted && text !== null ? { name, email, text, attachments, unread } : null,
  };
}
