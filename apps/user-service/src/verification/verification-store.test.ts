import { embeddedTestStores } from '../testing/test-app.js';
import { verificationStoreContract } from './verification-store.contract.js';

describe('proof of e-mail on the embedded database', () => {
  verificationStoreContract(() => embeddedTestStores(true));
});
