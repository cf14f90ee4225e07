import { openPostgresApp } from '../testing/postgres-app.js';
import { searchContract } from './search.contract.js';

searchContract(openPostgresApp);
