import { postgresTestStores } from '../testing/test-app.js';
import { registrationContract } from './registration.contract.js';

describe('registration on PostgreSQL', () => {
  registrationContract(postgresTestStores);
});
