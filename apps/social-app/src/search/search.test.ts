import { createTestApp } from '../testing/test-app.js';
import { searchContract } from './search.contract.js';

searchContract(createTestApp);
