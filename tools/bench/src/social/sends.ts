import autocannon from 'autocannon';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Friends } from './people.js';

export interface Sends {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p99: number;
}

/** Sends by many people at once, each to their friend. */
export async function sendAll(
  url: string,
  friends: readonly Friends[],
  connections: number,
  seconds: number,
): Promise<Sends> {
  const requests = friends.map(({ one, chatId }) => ({
    method: 'POST' as const,
    path: '/api/message/send',
    headers: { cookie: one.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ chatId, text: 'A message as people write them, a line long.' }),
  }));
  const result = await autocannon({ url, connections, duration: seconds, requests });
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${failed} sends failed`);
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}

/** What a send asks of the database: who is it, then the message with its events and counters. */
const script = (pairs: number) => `
\\set n random(1, ${pairs})
SELECT id, user_id, last_used_at, expires_at FROM sessions WHERE token_hash = md5((:n)::text) LIMIT 1 OFFSET 0;
WITH pair AS (
  SELECT ('00000000-0000-7000-8000-' || lpad((2 * :n - 1)::text, 12, '0'))::uuid AS lo,
    ('00000000-0000-7000-8000-' || lpad((2 * :n)::text, 12, '0'))::uuid AS hi
),
friendship AS (
  SELECT lo_id, hi_id FROM relations
  WHERE (lo_id, hi_id) = (SELECT lo, hi FROM pair) AND state = 'friends' FOR SHARE
),
numbered AS (
  INSERT INTO chats AS held (id, lo_id, hi_id, last_seq)
  SELECT lo_id || '--' || hi_id, lo_id, hi_id, 1 FROM friendship
  ON CONFLICT (id) DO UPDATE SET last_seq = held.last_seq + 1
  RETURNING id, lo_id, last_seq
),
change AS (
  INSERT INTO messages (chat_id, seq, id, sender_id, client_id, text)
  SELECT id, last_seq, gen_random_uuid(), lo_id, NULL, 'A message as people write them, a line long.'
  FROM numbered
  RETURNING seq AS chat_seq, id, created_at, chat_id, sender_id
),
entry (user_id, type) AS (SELECT lo, 'message' FROM pair UNION ALL SELECT hi, 'message' FROM pair),
head AS (
  INSERT INTO event_heads AS held (user_id, seq)
  SELECT entry.user_id, 1 FROM entry CROSS JOIN change
  WHERE EXISTS (SELECT 1 FROM users WHERE users.id = entry.user_id)
  ORDER BY entry.user_id
  ON CONFLICT (user_id) DO UPDATE SET seq = held.seq + 1
  RETURNING held.user_id, held.seq
),
logged AS (
  INSERT INTO events (user_id, seq, type, person_id, chat_id, chat_seq)
  SELECT head.user_id, head.seq, entry.type, change.sender_id, change.chat_id, change.chat_seq
  FROM head JOIN entry USING (user_id) CROSS JOIN change
)
SELECT chat_seq, id, created_at FROM change;
`;

/** The same statements by pgbench, which does nothing else: the limit. Null where pgbench is not installed. */
export async function sendByPgbench(
  databaseUrl: string,
  pairs: number,
  connections: number,
  seconds: number,
): Promise<number | null> {
  const command = await findPgbench();
  if (!command) return null;
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const file = join(folder, 'send.sql');
  await writeFile(file, script(pairs));
  const parameters = [
    '-n',
    '-M',
    'prepared',
    '-c',
    `${connections}`,
    '-j',
    '2',
    '-T',
    `${seconds}`,
  ];
  const child = spawn(command, [...parameters, '-f', file, databaseUrl]);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  await rm(folder, { recursive: true });
  const [, rate] = /tps = ([\d.]+)/.exec(output) ?? [];
  if (rate === undefined) throw new Error(`pgbench: ${output}`);
  return Number(rate);
}

async function findPgbench(): Promise<string | null> {
  const root = '/usr/lib/postgresql';
  const versions = await readdir(root).catch(() => []);
  const newest = versions.map(Number).sort((a, b) => b - a)[0];
  return newest === undefined ? null : join(root, String(newest), 'bin/pgbench');
}
