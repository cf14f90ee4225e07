import { embeddedTestStores } from '../testing/test-app.js';
import { eventLogContract } from './event-log.contract.js';

describe('the log of changes on the embedded database', () => {
  eventLogContract(embeddedTestStores);
});
