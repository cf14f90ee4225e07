import { createEmbeddedTestDatabase } from '@triptych/postgres/testing';
import { migrationsDir } from '../testing/test-app.js';
import { erasedOwnerContract } from './erased-owner.contract.js';

erasedOwnerContract(() => createEmbeddedTestDatabase(migrationsDir));
