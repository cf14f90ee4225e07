import { postgresTestStores } from '../testing/test-app.js';
import { verificationStoreContract } from './verification-store.contract.js';

describe('proof of e-mail on PostgreSQL', () => {
  verificationStoreContract(() => postgresTestStores(undefined, true));
});
