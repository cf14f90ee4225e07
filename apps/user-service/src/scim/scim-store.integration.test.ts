import { postgresTestStores } from '../testing/test-app.js';
import { scimStoreContract } from './scim-store.contract.js';

describe('what SCIM keeps, on PostgreSQL', () => {
  scimStoreContract(() => postgresTestStores());
});
