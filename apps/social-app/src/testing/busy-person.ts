import type { SignedInUser } from './signed-in-user.js';
import type { TestApp } from './test-app.js';

/** What a list or a search shows of a chat, found from the messages alone, as before anything of it was kept. */
export const plainEntries = `
  SELECT side.user_id::text, side.partner_id::text, last.seq AS last_seq, last.created_at AS last_at, (
    SELECT count(*)::int FROM messages
    WHERE chat_id = chat.id AND seq > side.read AND sender_id = side.partner_id AND deleted_at IS NULL
      AND NOT CASE WHEN side.user_id = chat.lo_id THEN lo_hidden ELSE hi_hidden END
  ) AS unread
  FROM chats AS chat
  CROSS JOIN LATERAL (VALUES (lo_id, hi_id, lo_read), (hi_id, lo_id, hi_read)) AS side (user_id, partner_id, read)
  JOIN users ON users.id = side.user_id
  LEFT JOIN LATERAL (
    SELECT seq, created_at FROM messages
    WHERE chat_id = chat.id AND NOT CASE WHEN side.user_id = chat.lo_id THEN lo_hidden ELSE hi_hidden END
    ORDER BY seq DESC LIMIT 1
  ) AS last ON true
  ORDER BY 1, 2`;

export const keptEntries = `
  SELECT user_id::text, partner_id::text, last_seq, last_at, unread FROM chat_entries ORDER BY 1, 2`;

/**
 * Gives somebody so many friends, and a chat with each, with a message of either; they are spread over two years, every
 * word `common` in all, `rare` in one of a hundred.
 */
export async function makeBusy(world: TestApp, { id }: SignedInUser, chats: number): Promise<void> {
  const pairs = `(
    SELECT n, me, friend, LEAST(me, friend) AS lo, GREATEST(me, friend) AS hi FROM (
      SELECT n, $1::uuid AS me, (
        CASE n % 2 WHEN 0 THEN '0' ELSE 'f' END || '0000000-0000-7000-8000-' || lpad(n::text, 12, '0')
      )::uuid AS friend FROM generate_series(1, $2::int) AS n
    ) AS each
  ) AS pair`;
  const before = `now() - n * (interval '2 years' / $2::int)`;
  const statements = [
    `INSERT INTO users (id, name) SELECT friend, 'Friend ' || n FROM ${pairs} WHERE me IS NOT NULL`,
    `INSERT INTO relations (lo_id, hi_id, state, requester_id, changed_at)
     SELECT lo, hi, 'friends', me, ${before} FROM ${pairs}`,
    `INSERT INTO chats (id, lo_id, hi_id, last_seq) SELECT lo || '--' || hi, lo, hi, 2 FROM ${pairs}`,
    `INSERT INTO messages (chat_id, seq, id, sender_id, text, created_at)
     SELECT lo || '--' || hi, seq, gen_random_uuid(), CASE seq WHEN 1 THEN me ELSE friend END,
       'common ' || n || CASE WHEN n % 100 = 0 THEN ' rare' ELSE '' END, ${before} + seq * interval '1 second'
     FROM ${pairs} CROSS JOIN generate_series(1, 2) AS seq`,
  ];
  for (const statement of statements) await world.query(statement, [id, chats]);
}
