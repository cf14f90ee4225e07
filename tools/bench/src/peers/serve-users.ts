// The two documented routes of user-service on any store, without validation, log, limit and time-outs.
import { randomUUID } from 'node:crypto';
import type { FastifySchema } from 'fastify';

/** A user as it is sent. */
export type User = Readonly<Record<(typeof members)[number], string>>;

export const members = ['ID', 'FullName', 'Email', 'Phone', 'ContactAddress'] as const;

export interface UserStore {
  find(email: string): Promise<User | null>;
  /** False: the e-mail is taken. */
  insert(user: User): Promise<boolean>;
  close(): Promise<unknown>;
}

const port = Number(process.env['PORT']);

function toUser({
  FullName = '',
  Email = '',
  Phone = '',
  ContactAddress = '',
}: Partial<User>): User {
  return { ID: randomUUID(), FullName, Email, Phone, ContactAddress };
}

export async function serveFastify(store: UserStore, schema: FastifySchema = {}): Promise<void> {
  const { default: fastify } = await import('fastify');
  const app = fastify({ logger: false });
  app.get<{ Params: { email: string } }>('/users/:email', { schema }, async (request, reply) => {
    const data = await store.find(request.params.email);
    return data ? { data } : reply.code(404).send({});
  });
  app.post<{ Body: Partial<User> }>('/users', { schema }, async ({ body }, reply) => {
    const data = toUser(body);
    return (await store.insert(data)) ? { data } : reply.code(409).send({});
  });
  app.get('/ready', () => 'yes');
  await app.listen({ host: '127.0.0.1', port });
  process.once('SIGTERM', () => void app.close().then(() => store.close()));
}

/** As a tutorial has it. */
export async function serveExpress(store: UserStore): Promise<void> {
  const { default: express } = await import('express');
  const app = express();
  app.use(express.json());
  app.get('/users/:email', async (request, response) => {
    const data = await store.find(request.params.email);
    if (data) response.json({ data });
    else response.status(404).json({ error: 'not found' });
  });
  app.post('/users', async (request, response) => {
    const data = toUser(request.body as Partial<User>);
    if (await store.insert(data)) response.json({ data });
    else response.status(409).json({ error: 'taken' });
  });
  app.get('/ready', (_request, response) => void response.send('yes'));
  const server = app.listen(port, '127.0.0.1');
  process.once('SIGTERM', () => server.close(() => void store.close()));
}
