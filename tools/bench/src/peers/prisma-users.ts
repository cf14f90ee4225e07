// Peers of user-service on plain Prisma, one in each process: node … prisma-users.ts with PEER=fastify or express.
// Neither validates, logs, limits or has time-outs.
import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';

const toRow = (body: Readonly<Record<string, string>>) => {
  const { FullName = '', Email = '', Phone = '', ContactAddress = '' } = body;
  const [fullName, contactAddress] = [FullName, ContactAddress];
  return { id: randomUUID(), fullName, email: Email, phone: Phone, contactAddress };
};

type Row = ReturnType<typeof toRow>;

const toUser = (row: Row) => ({
  ID: row.id,
  FullName: row.fullName,
  Email: row.email,
  Phone: row.phone,
  ContactAddress: row.contactAddress,
});

/** The part of user-service's generated client that is used here. */
interface PrismaClient {
  readonly user: {
    findUnique(query: { where: { email: string } }): Promise<Row | null>;
    create(query: { data: Row }): Promise<Row>;
  };
  $disconnect(): Promise<void>;
}

// Loaded by address: a tool may not import a service.
const generated = '../../../../apps/user-service/src/generated/prisma/client.ts';

/** Prisma as its guide has it: the stock adapter with its defaults. */
async function connectPrisma() {
  const { PrismaClient } = (await import(new URL(generated, import.meta.url).href)) as {
    PrismaClient: new (options: { adapter: PrismaPg }) => PrismaClient;
  };
  const connectionString = process.env['DATABASE_URL'] ?? '';
  const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString }) });
  return {
    async find(email: string) {
      const row = await prisma.user.findUnique({ where: { email } });
      return row && toUser(row);
    },
    /** Null when the e-mail is taken. */
    async register(body: Record<string, string>) {
      try {
        return toUser(await prisma.user.create({ data: toRow(body) }));
      } catch (error) {
        if ((error as { code?: string }).code === 'P2002') return null;
        throw error;
      }
    },
    close: () => prisma.$disconnect(),
  };
}

type Store = Awaited<ReturnType<typeof connectPrisma>>;

async function serveFastify(store: Store): Promise<void> {
  const { default: fastify } = await import('fastify');
  const app = fastify({ logger: false });
  app.get<{ Params: { email: string } }>('/users/:email', async (request, reply) => {
    const user = await store.find(request.params.email);
    return user ? { data: user } : reply.code(404).send({});
  });
  app.post<{ Body: Record<string, string> }>('/users', async ({ body }, reply) => {
    const user = await store.register(body);
    return user ? { data: user } : reply.code(409).send({});
  });
  app.get('/ready', () => 'yes');
  await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
  process.once('SIGTERM', () => void app.close().then(() => store.close()));
}

/** As a tutorial has it. */
async function serveExpress(store: Store): Promise<void> {
  const { default: express } = await import('express');
  const app = express();
  app.use(express.json());
  app.get('/users/:email', async (request, response) => {
    const user = await store.find(request.params.email);
    if (user) response.json({ data: user });
    else response.status(404).json({ error: 'not found' });
  });
  app.post('/users', async (request, response) => {
    const user = await store.register(request.body as Record<string, string>);
    if (user) response.json({ data: user });
    else response.status(409).json({ error: 'taken' });
  });
  app.get('/ready', (_request, response) => void response.send('yes'));
  const server = app.listen(Number(process.env['PORT']), '127.0.0.1');
  process.once('SIGTERM', () => server.close(() => void store.close()));
}

const store = await connectPrisma();
if (process.env['PEER'] === 'express') await serveExpress(store);
else await serveFastify(store);
