import { embeddedTestStore } from '../testing/test-app.js';
import { registrationContract } from './registration.contract.js';
import { userStoreContract } from './user-store.contract.js';
import { memoryUserStore } from './user-store.memory.js';

describe('the user store in memory', () => {
  userStoreContract(async () => memoryUserStore());
});

describe('registration on the embedded database', () => {
  registrationContract(embeddedTestStore);
});
