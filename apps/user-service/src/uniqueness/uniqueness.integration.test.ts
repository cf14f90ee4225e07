import { postgresTestStores } from '../testing/test-app.js';
import { uniquenessContract } from './uniqueness.contract.js';

describe('the uniqueness of e-mails on PostgreSQL', () => {
  uniquenessContract(postgresTestStores);
});
