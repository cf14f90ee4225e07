// Peers of user-service on plain Prisma, one in each process: node … prisma-users.ts with PEER=fastify or express.
import { PrismaPg } from '@prisma/adapter-pg';
import { serveExpress, serveFastify, type User, type UserStore } from './serve-users.js';

const toRow = ({ ID: id, FullName: fullName, Email: email, ...user }: User) => {
  return { id, fullName, email, phone: user.Phone, contactAddress: user.ContactAddress };
};

type Row = ReturnType<typeof toRow>;

const toUser = ({ id: ID, fullName: FullName, email: Email, ...row }: Row): User => {
  return { ID, FullName, Email, Phone: row.phone, ContactAddress: row.contactAddress };
};

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
async function connectPrisma(): Promise<UserStore> {
  const { PrismaClient } = (await import(new URL(generated, import.meta.url).href)) as {
    PrismaClient: new (options: { adapter: PrismaPg }) => PrismaClient;
  };
  const connectionString = process.env['DATABASE_URL'] ?? '';
  const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString }) });
  return {
    async find(email) {
      const row = await prisma.user.findUnique({ where: { email } });
      return row && toUser(row);
    },
    async insert(user) {
      try {
        await prisma.user.create({ data: toRow(user) });
        return true;
      } catch (error) {
        if ((error as { code?: string }).code === 'P2002') return false;
        throw error;
      }
    },
    close: () => prisma.$disconnect(),
  };
}

const serve = process.env['PEER'] === 'express' ? serveExpress : serveFastify;
await serve(await connectPrisma());
