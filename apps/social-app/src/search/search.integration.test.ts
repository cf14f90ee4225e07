import { openPostgresWorld } from '../testing/postgres-world.js';
import { searchContract } from './search.contract.js';

searchContract(openPostgresWorld);
