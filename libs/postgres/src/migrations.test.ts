import { startEmbedded } from './embedded.js';
import { toDatabase } from './database.js';
import { migrationContract } from './migrations.contract.js';
import { readMigrations } from './migration-files.js';

const silent = { info: () => {}, warn: () => {} };

describe('migrations on the embedded database', () => {
  // initdb takes seconds; an emptied schema is as good as a new database.
  let embedded: Awaited<ReturnType<typeof startEmbedded>>;

  beforeAll(async () => {
    embedded = await startEmbedded({});
  }, 60_000);
  afterAll(() => embedded.close());

  migrationContract(async () => {
    await embedded.session.script('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    return {
      open: async (folder) =>
        toDatabase({ kind: 'embedded', ...embedded }, await readMigrations(folder), silent),
      done: async () => {},
    };
  });
});
