import type { Database } from '@triptych/postgres';
import { accountStoreContract } from '../people/account-store.contract.js';
import { createPrismaAccountStore } from '../people/account-store.prisma.js';
import { flowStoreContract } from '../auth/flow-store.contract.js';
import { createPrismaFlowStore } from '../auth/flow-store.prisma.js';
import { PrismaClient } from '../generated/prisma/client.js';
import { sessionStoreContract } from '../sessions/session-store.contract.js';
import { createPrismaSessionStore } from '../sessions/session-store.prisma.js';

/** The stores of sign-in, held to the same suites on either database. */
export function signInStoresContract(open: () => Promise<Database>): void {
  let database: Database;
  let prisma: PrismaClient;
  beforeAll(async () => {
    database = await open();
    prisma = new PrismaClient(database.clientOptions);
  });
  afterAll(async () => {
    await prisma.$disconnect();
    await database.close();
  });

  accountStoreContract(() => createPrismaAccountStore(prisma));
  flowStoreContract(() => createPrismaFlowStore(prisma));
  sessionStoreContract(() => ({
    store: createPrismaSessionStore(prisma, database),
    createUser: async () => (await prisma.user.create({ data: {} })).id,
    removeUser: async (id) => void (await prisma.user.delete({ where: { id } })),
  }));
}
