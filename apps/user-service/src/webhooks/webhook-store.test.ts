import { embeddedTestStores } from '../testing/test-app.js';
import { webhookStoreContract } from './webhook-store.contract.js';

describe('webhooks on the embedded database', () => {
  webhookStoreContract(embeddedTestStores);
});
