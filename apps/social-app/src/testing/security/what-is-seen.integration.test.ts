import { openPostgresApp } from '../postgres-app.js';
import { whatIsSeenContract } from './what-is-seen.contract.js';

whatIsSeenContract(openPostgresApp, 200);
