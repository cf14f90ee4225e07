// What a page of user-service's feed costs as the log grows: nx run bench:feed
import { createDatabase } from './runner/database.js';
import { sendRequests } from './runner/load.js';
import { inRounds, medians, printHeading, readOptions, row } from './runner/rounds.js';
import { service, startServer } from './runner/server-process.js';

const { seconds, rounds, limit, ...options } = readOptions({
  seconds: 3,
  rounds: 3,
  sizes: '1000,100000,10000000',
  /** Events of a page. */
  limit: 100,
});
const sizes = options.sizes.split(',').map(Number);
const connections = 16;
const headers = { authorization: 'Bearer key' };

const database = await createDatabase('user-service');

/** Registrations by transactions of a thousand each, all of them over. */
async function fill(from: number, to: number): Promise<void> {
  await database.query(
    `INSERT INTO user_events (epoch, xid, seq, id, type, user_id, at, data)
     SELECT 0, 3 + n / 1000, n, gen_random_uuid(), 'user.registered', gen_random_uuid(), now(),
       json_build_object('ID', gen_random_uuid(), 'FullName', 'Ann Lee', 'Email', 'user-' || n || '@example.org',
         'Phone', '+1 555 0100', 'ContactAddress', '1 High St, Old Town')
     FROM generate_series($1::int, $2::int) AS n`,
    [from, to],
  );
  await database.query('VACUUM ANALYZE user_events');
}

/** Of a thousand places all over the log. */
async function readCursors(events: number): Promise<string[]> {
  const places = Array.from({ length: 1000 }, () => 1 + Math.floor(Math.random() * events));
  const rows = await database.query(
    `SELECT epoch || '-' || xid || '-' || seq || '-' || left(id::text, 8) AS cursor
     FROM unnest ($1::int[]) AS place JOIN user_events ON (epoch, xid, seq) = (0, 3 + place / 1000, place)`,
    [places],
  );
  return (rows as { cursor: string }[]).map(({ cursor }) => cursor);
}

printHeading(`pages of ${limit} events, ${connections} connections, rounds of ${seconds} s`);
const table: Record<string, object> = {};
let first: number | undefined;
try {
  let filled = 0;
  for (const events of sizes) {
    await fill(filled + 1, events);
    filled = events;
    const cursors = await readCursors(events);
    const server = await startServer(
      service('user-service', '/', { DATABASE_URL: database.url, API_KEYS: 'key' }),
    );
    let turn = 0;
    const setupRequest = <Request>(request: Request) => ({
      ...request,
      path: `/events?limit=${limit}&after=${cursors[(turn += 1) % cursors.length]}`,
    });
    const requests = [{ method: 'GET' as const, headers, setupRequest }];
    const load = (duration: number) =>
      sendRequests(server, { connections, seconds: duration, requests });
    await load(1);
    const { feed } = await inRounds(rounds, { feed: () => load(seconds) });
    const figures = medians(feed);
    first ??= figures.p50;
    table[`${events} events`] = {
      ...row(figures),
      'p50 ÷ first': (figures.p50 / first).toFixed(2),
    };
    await server.stop();
  }
  console.table(table);
} finally {
  await database.drop();
}
