export { type LockSession, openLockSession } from './locks.js';
export { type OwnBouncer, startPgBouncer } from './own-bouncer.js';
export { newestPostgres, type OwnServer, startOwnServer } from './own-server.js';
export { schemaDrift } from './schema-drift.js';
export { unspreadStatements, unspreadTables } from './spreading.js';
export {
  createEmbeddedTestDatabase,
  createTestDatabase,
  type EmbeddedTestDatabase,
  layOutTestDatabase,
  type TestDatabase,
} from './test-databases.js';
