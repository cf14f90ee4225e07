import { postgresTestStores } from '../testing/test-app.js';
import { userDirectoryContract } from './user-directory.contract.js';

describe('the user directory on PostgreSQL', () => {
  userDirectoryContract(postgresTestStores);
});
