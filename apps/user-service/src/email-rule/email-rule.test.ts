import { embeddedTestStore } from '../testing/test-app.js';
import { emailRuleContract } from './email-rule.contract.js';

describe('the rule for e-mails in the embedded database', () => {
  emailRuleContract(embeddedTestStore);
});
