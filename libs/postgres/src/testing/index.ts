export { createEmbeddedTestDatabase, type EmbeddedTestDatabase } from './embedded-test-database.js';
export { schemaDrift } from './schema-drift.js';
export { createTestDatabase, type TestDatabase } from './test-database.js';
