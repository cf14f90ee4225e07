import type { Statements } from '@triptych/postgres';
import { createEmbeddedTestDatabase } from '@triptych/postgres/testing';
import { userNamed } from '../events/event-log.contract.js';
import { embeddedTestStores, migrationsDir } from '../testing/test-app.js';
import { registrationContract } from './registration.contract.js';
import { createSqlUserStore } from './user-store.sql.js';

describe('registration on the embedded database', () => {
  registrationContract(embeddedTestStores);
});

it('a registration whose connection is lost after it was stored succeeds, and another of its e-mail does not', async () => {
  const database = await createEmbeddedTestDatabase(migrationsDir);
  const losesReplies: Statements = {
    ...database,
    prepared: async (statement, signal) => {
      await database.prepared(statement, signal);
      losesReplies.prepared = database.prepared.bind(database);
      throw Object.assign(new Error('lost'), { code: 'ECONNRESET' });
    },
  };
  const store = createSqlUserStore(losesReplies, 10_000);
  const [ann, other] = [userNamed('ann'), userNamed('ann')];
  expect(await Promise.all([store.insert(ann), store.insert(other)])).toEqual([true, false]);
  expect(await store.findByEmail(ann.email)).toMatchObject({ id: ann.id });
  await database.close();
});
