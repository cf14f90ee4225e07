// The limit for user-service: Fastify and one connection of `pg` that pipelines named statements. With STATEMENTS=pool
// each request sends its statement on a connection of the service's pool; with STATEMENTS=batched:4 those that wait share
// one, while four are under way (ADR 0013, 0030).
import { boundedLockWait, inBatches, openDatabase } from '@triptych/postgres';
import pg from 'pg';
import { members, serveFastify, type User, type UserStore } from './serve-users.js';

const columns = 'id, full_name, email, phone, contact_address';
const find = {
  name: 'find',
  text: `SELECT id AS "ID", full_name AS "FullName", email AS "Email", phone AS "Phone",
         contact_address AS "ContactAddress" FROM users WHERE email = $1`,
};
const insert = {
  name: 'insert',
  text: `INSERT INTO users (${columns}) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING id`,
};
const findAll = find.text.replace('= $1', '= ANY ($1::text[])');
const insertAll = `INSERT INTO users (${columns})
  SELECT * FROM unnest ($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[])
  WHERE ${boundedLockWait} ON CONFLICT DO NOTHING RETURNING id`;
const valuesOf = (user: User) => members.map((member) => user[member]);

async function pipelined(connectionString: string): Promise<UserStore> {
  const client = new pg.Client({ connectionString, pipeline: true });
  await client.connect();
  return {
    find: async (email) => (await client.query<User>({ ...find, values: [email] })).rows[0] ?? null,
    insert: async (user) =>
      (await client.query({ ...insert, values: valuesOf(user) })).rowCount === 1,
    close: () => client.end(),
  };
}

const openPool = (url: string) =>
  openDatabase({
    url,
    dataDir: 'unused',
    applicationName: 'bench',
    migrationsDir: new URL('../../../../apps/user-service/prisma/migrations/', import.meta.url),
    log: { info: () => {}, warn: () => {} },
  });

async function oneEach(url: string): Promise<UserStore> {
  const database = await openPool(url);
  return {
    find: async (email) =>
      (await database.prepared<User>({ text: find.text, values: [email] }))[0] ?? null,
    insert: async (user) =>
      (await database.prepared({ text: insert.text, values: valuesOf(user) })).length === 1,
    close: () => database.close(),
  };
}

async function batched(url: string, concurrency: number): Promise<UserStore> {
  const database = await openPool(url);
  const size = { concurrency, maxSize: 128, timeoutMs: 10_000 };
  return {
    find: inBatches(async (emails: readonly string[]) => {
      const values = [[...new Set(emails)]];
      const rows = await database.prepared<User>({ text: findAll, values });
      const byEmail = new Map(rows.map((row) => [row.Email, row]));
      return emails.map((email) => byEmail.get(email) ?? null);
    }, size),
    insert: inBatches(
      async (users: readonly User[]) => {
        const values = members.map((member) => users.map((user) => user[member]));
        const stored = await database.prepared<{ id: string }>({ text: insertAll, values });
        const ids = new Set(stored.map(({ id }) => id));
        return users.map(({ ID }) => ids.has(ID));
      },
      { ...size, locksOf: ({ Email }: User) => [Email] },
    ),
    close: () => database.close(),
  };
}

const kinds: Readonly<Record<string, (url: string, underWay: number) => Promise<UserStore>>> = {
  pipelined,
  pool: oneEach,
  batched,
};
const { STATEMENTS = 'pipelined', DATABASE_URL = '' } = process.env;
const text = { type: 'string' };
const user = {
  type: 'object',
  properties: Object.fromEntries(members.map((member) => [member, text])),
};
const schema = { response: { 200: { type: 'object', properties: { data: user } } } };
const [kind = '', underWay] = STATEMENTS.split(':');
await serveFastify(await kinds[kind]!(DATABASE_URL, Number(underWay)), schema);
