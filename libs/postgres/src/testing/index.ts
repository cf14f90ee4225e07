export { createEmbeddedTestDatabase, type EmbeddedTestDatabase } from './embedded-test-database.js';
export { type OwnServer, startOwnServer } from './own-server.js';
export { schemaDrift } from './schema-drift.js';
export { createTestDatabase, type TestDatabase } from './test-database.js';
