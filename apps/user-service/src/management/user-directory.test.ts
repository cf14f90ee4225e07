import { embeddedTestStore, type TestStore } from '../testing/test-app.js';
import { userDirectoryContract } from './user-directory.contract.js';
import { memoryUserDirectory } from './user-directory.memory.js';

describe('the user directory in memory', () => {
  userDirectoryContract(async () => memoryUserDirectory());
});

describe('the user directory in the embedded database', () => {
  let test: TestStore;
  beforeAll(async () => {
    test = await embeddedTestStore();
  }, 60_000);
  afterAll(() => test.close());
  userDirectoryContract(async (keyed) => {
    await test.emptyUnder(keyed ? 'casefold' : 'exact');
    return test.directory;
  });
});
