import { createTestApp } from '../test-app.js';
import { whatIsSeenContract } from './what-is-seen.contract.js';

whatIsSeenContract(createTestApp, 5);
