import { embeddedTestStores } from '../testing/test-app.js';
import { scimStoreContract } from './scim-store.contract.js';

describe('what SCIM keeps, in the embedded database', () => {
  scimStoreContract(embeddedTestStores);
});
