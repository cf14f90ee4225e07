import { embeddedTestStores } from '../testing/test-app.js';
import { auditLogContract } from './audit-log.contract.js';

describe('the audit log in the embedded database', () => {
  auditLogContract(embeddedTestStores);
});
