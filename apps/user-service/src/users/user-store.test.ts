import { embeddedTestStores } from '../testing/test-app.js';
import { registrationContract } from './registration.contract.js';

describe('registration on the embedded database', () => {
  registrationContract(embeddedTestStores);
});
