import { embeddedTestStores } from '../testing/test-app.js';
import { keyStoreContract } from './key-store.contract.js';

describe('the keys in the embedded database', () => {
  keyStoreContract(embeddedTestStores);
});
