import { createEmbeddedTestDatabase } from '@triptych/postgres/testing';
import { createWorld, migrationsDir } from '../testing/social-world.js';
import { presenceContract } from './presence.contract.js';

presenceContract(async () => {
  const database = await createEmbeddedTestDatabase(migrationsDir);
  const here = await createWorld(database, { presence: { graceMs: 50 } });
  return { here, there: here, close: () => here.close() };
});
