import { postgresTestStores } from '../testing/test-app.js';
import { webhookStoreContract } from './webhook-store.contract.js';

describe('webhooks on PostgreSQL', () => {
  webhookStoreContract(postgresTestStores);
});
