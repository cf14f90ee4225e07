import { postgresTestStore, type TestStore } from '../testing/test-app.js';
import { userDirectoryContract } from './user-directory.contract.js';

describe('the user directory on PostgreSQL', () => {
  let test: TestStore;
  beforeAll(async () => {
    test = await postgresTestStore();
  }, 60_000);
  afterAll(() => test.close());
  userDirectoryContract(async (keyed) => {
    await test.emptyUnder(keyed ? 'casefold' : 'exact');
    return test.directory;
  });
});
