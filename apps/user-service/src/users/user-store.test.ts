import { createEmbeddedTestDatabase } from '@triptych/postgres/testing';
import { createPrisma } from '../database.js';
import { embeddedTestStore, migrationsDir } from '../testing/test-app.js';
import { registrationContract } from './registration.contract.js';
import { userStoreContract } from './user-store.contract.js';
import { memoryUserStore } from './user-store.memory.js';
import { prismaUserStore } from './user-store.prisma.js';

describe('the user store in memory', () => {
  userStoreContract(async () => memoryUserStore());
});

describe('registration on the embedded database', () => {
  registrationContract(embeddedTestStore);
});

describe('the user store on Prisma alone', () => {
  const opening = createEmbeddedTestDatabase(migrationsDir);
  afterAll(async () => (await opening).close());

  userStoreContract(async () => {
    const database = await opening;
    await database.reset();
    return prismaUserStore(createPrisma(database));
  });
});
