import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendRequests } from '../runner/load.js';
import type { Figures } from '../runner/rounds.js';
import type { ServerProcess } from '../runner/server-process.js';
import { sendRequest } from './client.js';
import type { People } from './people.js';

export const connections = 32;

/** Sends by many people at once, each to their friend. */
export function sendAll(server: ServerProcess, { friends }: People, seconds: number) {
  const requests = friends.map((pair) =>
    sendRequest(pair, 'A message as people write them, a line long.'),
  );
  return sendRequests(server, { connections, seconds, requests });
}

/** What a send runs in the database: whose session it is, then the message with its events and counters. */
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

/** The same statements by pgbench, which does nothing else: the limit. NaN where pgbench is not installed. */
export async function sendByPgbench(people: People, seconds: number): Promise<Figures> {
  const unknown = { perSecond: NaN, p50: NaN, p99: NaN, cpu: NaN };
  const command = await findPgbench();
  if (!command) return unknown;
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const file = join(folder, 'send.sql');
  await writeFile(file, script(people.friends.length));
  const flags = `-n -M prepared -c ${connections} -j 2 -T ${seconds} -f`.split(' ');
  const child = spawn(command, [...flags, file, people.database.url]);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  await rm(folder, { recursive: true });
  const [, rate] = /tps = ([\d.]+)/.exec(output) ?? [];
  if (rate === undefined) throw new Error(`pgbench: ${output}`);
  return { ...unknown, perSecond: Number(rate) };
}

async function findPgbench(): Promise<string | null> {
  const root = '/usr/lib/postgresql';
  const versions = await readdir(root).catch(() => []);
  const newest = versions.map(Number).sort((a, b) => b - a)[0];
  return newest === undefined ? null : join(root, String(newest), 'bin/pgbench');
}
