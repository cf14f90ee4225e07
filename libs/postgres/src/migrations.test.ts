import { startEmbedded } from './embedded.js';
import { toDatabase } from './database.js';
import { resolveContract } from './migration-resolve.contract.js';
import { type Fresh, migrationContract } from './migrations.contract.js';
import { readMigrations } from './migration-files.js';

const silent = { info: () => {}, warn: () => {} };

describe('migrations on the embedded database', () => {
  // initdb takes seconds; an emptied schema is as good as a new database.
  let embedded: Awaited<ReturnType<typeof startEmbedded>>;

  beforeAll(async () => {
    embedded = await startEmbedded({});
  });
  afterAll(() => embedded.close());

  const createFresh = async (): Promise<Fresh> => {
    await embedded.session.script('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    return {
      open: async (folder) =>
        toDatabase({ kind: 'embedded', ...embedded }, await readMigrations(folder), silent),
      done: async () => {},
    };
  };
  describe('applied', () => migrationContract(createFresh));
  describe('left unfinished', () => resolveContract(createFresh));
});
