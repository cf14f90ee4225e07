// A peer of user-service: a bare Fastify route on plain Prisma. No validation, no log.
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { connectPrisma, isTaken, toWire } from './prisma-client.js';

const prisma = await connectPrisma();
const app = Fastify({ logger: false });

app.get<{ Params: { email: string } }>('/users/:email', async (request, reply) => {
  const user = await prisma.user.findUnique({ where: { email: request.params.email } });
  return user ? { data: toWire(user) } : reply.code(404).send({});
});
app.post<{ Body: Record<string, string> }>('/users', async ({ body }, reply) => {
  const { FullName = '', Email = '', Phone = '', ContactAddress = '' } = body;
  const contact = { phone: Phone, contactAddress: ContactAddress };
  try {
    const data = { id: randomUUID(), fullName: FullName, email: Email, ...contact };
    return { data: toWire(await prisma.user.create({ data })) };
  } catch (error) {
    if (isTaken(error)) return reply.code(409).send({});
    throw error;
  }
});
app.get('/', () => 'ready');
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.once('SIGTERM', () => void app.close().then(() => prisma.$disconnect()));
