import { postgresTestStores } from '../testing/test-app.js';
import { movedMailContract } from './moved-mail.contract.js';

describe('the mail of who moves on PostgreSQL', () => {
  movedMailContract(() => postgresTestStores(undefined, true));
});
