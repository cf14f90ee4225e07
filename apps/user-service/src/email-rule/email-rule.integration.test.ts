import { postgresTestStore } from '../testing/test-app.js';
import { emailRuleContract } from './email-rule.contract.js';

describe('the rule for e-mails on PostgreSQL', () => {
  emailRuleContract(postgresTestStore);
});
