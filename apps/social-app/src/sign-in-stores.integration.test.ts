import { openDatabase } from '@triptych/postgres';
import { createTestDatabase, type TestDatabase } from '@triptych/postgres/testing';
import { recordingLogger } from '@triptych/testing';
import { signInStoresContract } from './testing/stores.contract.js';
import { migrationsDir } from './testing/test-app.js';

let server: TestDatabase;

signInStoresContract(async () => {
  server = await createTestDatabase(process.env['TEST_DATABASE_URL']);
  const database = await openDatabase({
    url: server.url,
    dataDir: 'unused',
    applicationName: 'social-app-test',
    migrationsDir,
    log: recordingLogger().logger,
  });
  await database.migrate();
  return database;
});
afterAll(() => server.drop());
