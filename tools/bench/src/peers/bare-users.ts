// The limit for user-service: Fastify and one connection of `pg` that pipelines named statements. No validation, no
// log, no header of its own, no limit, no time-out.
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

const client = new pg.Client({ connectionString: process.env['DATABASE_URL'], pipeline: true });
await client.connect();

interface Row {
  readonly ID: string;
}

const find = {
  name: 'find',
  text: `SELECT id AS "ID", full_name AS "FullName", email AS "Email", phone AS "Phone",
         contact_address AS "ContactAddress" FROM users WHERE email = $1`,
};
const insert = {
  name: 'insert',
  text: `INSERT INTO users (id, full_name, email, phone, contact_address) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING RETURNING id`,
};
const text = { type: 'string' };
const user = {
  type: 'object',
  properties: { ID: text, FullName: text, Email: text, Phone: text, ContactAddress: text },
};
const schema = { response: { 200: { type: 'object', properties: { data: user } } } };

const app = Fastify({ logger: false });
app.get<{ Params: { email: string } }>('/users/:email', { schema }, async (request, reply) => {
  const { rows } = await client.query<Row>({ ...find, values: [request.params.email] });
  if (rows.length === 0) return reply.code(404).send({});
  return { data: rows[0] };
});
app.post<{ Body: Record<string, string> }>('/users', { schema }, async ({ body }, reply) => {
  const { FullName, Email, Phone = '', ContactAddress = '' } = body;
  const id = randomUUID();
  const values = [id, FullName, Email, Phone, ContactAddress];
  const { rowCount } = await client.query({ ...insert, values });
  if (rowCount === 0) return reply.code(409).send({});
  return { data: { ID: id, FullName, Email, Phone, ContactAddress } };
});
app.get('/ready', () => 'yes');
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.once('SIGTERM', () => void app.close().then(() => client.end()));
