// A peer of user-service: the same on Express and Prisma, as a tutorial has it.
import { randomUUID } from 'node:crypto';
import express from 'express';
import { connectPrisma, isTaken, toWire } from './prisma-client.js';

const prisma = await connectPrisma();
const app = express();
app.use(express.json());

app.get('/users/:email', async (request, response) => {
  const user = await prisma.user.findUnique({ where: { email: request.params.email } });
  if (user) response.json({ data: toWire(user) });
  else response.status(404).json({ error: 'not found' });
});
app.post('/users', async (request, response) => {
  const {
    FullName = '',
    Email = '',
    Phone = '',
    ContactAddress = '',
  } = request.body as Record<string, string>;
  const contact = { phone: Phone, contactAddress: ContactAddress };
  try {
    const data = { id: randomUUID(), fullName: FullName, email: Email, ...contact };
    response.json({ data: toWire(await prisma.user.create({ data })) });
  } catch (error) {
    if (!isTaken(error)) throw error;
    response.status(409).json({ error: 'taken' });
  }
});
app.get('/', (_request, response) => void response.send('ready'));
const server = app.listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => server.close(() => void prisma.$disconnect()));
