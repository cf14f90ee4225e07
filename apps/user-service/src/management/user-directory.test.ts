import { embeddedTestStores } from '../testing/test-app.js';
import { userDirectoryContract } from './user-directory.contract.js';

describe('the user directory in the embedded database', () => {
  userDirectoryContract(embeddedTestStores);
});
