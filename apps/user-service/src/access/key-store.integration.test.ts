import { postgresTestStores } from '../testing/test-app.js';
import { keyStoreContract } from './key-store.contract.js';

describe('the keys on PostgreSQL', () => {
  keyStoreContract(postgresTestStores);
});
