import { embeddedTestStores } from '../testing/test-app.js';
import { uniquenessContract } from './uniqueness.contract.js';

describe('the uniqueness of e-mails in the embedded database', () => {
  uniquenessContract(embeddedTestStores);
});
