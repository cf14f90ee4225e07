// The limit for user-service: Fastify and one connection of `pg` that pipelines named statements. No validation, no
// log, no header of its own, no limit, no time-out. With STATEMENTS=pool each request sends its statement on a
// connection of the service's pool; with STATEMENTS=batched those that wait share one (ADR 0013, 0030).
import { randomUUID } from 'node:crypto';
import { boundedLockWait, inBatches, openDatabase } from '@triptych/postgres';
import Fastify from 'fastify';
import pg from 'pg';

interface Row {
  readonly ID: string;
  readonly Email: string;
}

type Insertion = readonly [id: string, name: string, email: string, phone: string, address: string];

interface Statements {
  find(email: string): Promise<Row | undefined>;
  /** False: the e-mail is taken. */
  insert(values: Insertion): Promise<boolean>;
  close(): Promise<unknown>;
}

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

async function pipelined(connectionString: string): Promise<Statements> {
  const client = new pg.Client({ connectionString, pipeline: true });
  await client.connect();
  return {
    find: async (email) => (await client.query<Row>({ ...find, values: [email] })).rows[0],
    insert: async (values) =>
      (await client.query({ ...insert, values: [...values] })).rowCount === 1,
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

async function oneEach(url: string): Promise<Statements> {
  const database = await openPool(url);
  const send = <T>({ text }: { text: string }, values: readonly unknown[]) =>
    database.prepared<T>({ text, values });
  return {
    find: async (email) => (await send<Row>(find, [email]))[0],
    insert: async (values) => (await send(insert, values)).length === 1,
    close: () => database.close(),
  };
}

async function batched(url: string): Promise<Statements> {
  const database = await openPool(url);
  const size = { concurrency: 2, maxSize: 128, timeoutMs: 10_000 };
  return {
    find: inBatches(async (emails: readonly string[]) => {
      const values = [[...new Set(emails)]];
      const rows = await database.prepared<Row>({ text: findAll, values });
      const byEmail = new Map(rows.map((row) => [row.Email, row]));
      return emails.map((email) => byEmail.get(email));
    }, size),
    insert: inBatches(
      async (rows: readonly Insertion[]) => {
        const values = insertionColumns.map((column) => rows.map((row) => row[column]));
        const stored = await database.prepared<{ id: string }>({ text: insertAll, values });
        const ids = new Set(stored.map(({ id }) => id));
        return rows.map(([id]) => ids.has(id));
      },
      { ...size, locksOf: ([, , email]: Insertion) => [email] },
    ),
    close: () => database.close(),
  };
}

const insertionColumns = [0, 1, 2, 3, 4] as const;
const kinds: Readonly<Record<string, (url: string) => Promise<Statements>>> = {
  pipelined,
  pool: oneEach,
  batched,
};
const statements = await kinds[process.env['STATEMENTS'] ?? 'pipelined']!(
  process.env['DATABASE_URL']!,
);

const text = { type: 'string' };
const user = {
  type: 'object',
  properties: { ID: text, FullName: text, Email: text, Phone: text, ContactAddress: text },
};
const schema = { response: { 200: { type: 'object', properties: { data: user } } } };

const app = Fastify({ logger: false });
app.get<{ Params: { email: string } }>('/users/:email', { schema }, async (request, reply) => {
  const user = await statements.find(request.params.email);
  return user === undefined ? reply.code(404).send({}) : { data: user };
});
app.post<{ Body: Record<string, string> }>('/users', { schema }, async ({ body }, reply) => {
  const { FullName = '', Email = '', Phone = '', ContactAddress = '' } = body;
  const id = randomUUID();
  if (!(await statements.insert([id, FullName, Email, Phone, ContactAddress]))) {
    return reply.code(409).send({});
  }
  return { data: { ID: id, FullName, Email, Phone, ContactAddress } };
});
app.get('/ready', () => 'yes');
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.once('SIGTERM', () => void app.close().then(() => statements.close()));
