import { createEmbeddedTestDatabase } from '@triptych/postgres/testing';
import { createWorld, migrationsDir } from '../testing/social-world.js';
import { searchContract } from './search.contract.js';

searchContract(async () => createWorld(await createEmbeddedTestDatabase(migrationsDir)));
