import { embeddedTestStores } from '../testing/test-app.js';
import { movedMailContract } from './moved-mail.contract.js';

describe('the mail of who moves on the embedded database', () => {
  movedMailContract(() => embeddedTestStores(true));
});
