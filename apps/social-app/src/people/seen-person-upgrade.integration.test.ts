import { openDatabase } from '@triptych/postgres';
import { createTestDatabase } from '@triptych/postgres/testing';
import { seenPersonUpgradeContract } from './seen-person-upgrade.contract.js';

const log = { info: () => {}, warn: () => {} };
let place: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  place = await createTestDatabase(process.env['TEST_DATABASE_URL']);
});
seenPersonUpgradeContract((migrationsDir) =>
  openDatabase({
    url: place.url,
    dataDir: 'unused',
    applicationName: 'social-app-test',
    migrationsDir,
    log,
  }),
);
afterAll(() => place.drop());
