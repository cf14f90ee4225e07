import { openPostgresApp } from '../postgres-app.js';
import { whatIsSeenContract } from './what-is-seen.contract.js';

// By hand: HISTORIES=200.
whatIsSeenContract(openPostgresApp, Number(process.env['HISTORIES'] ?? 25));
