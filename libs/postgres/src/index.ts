export {
  type BatchOptions,
  BatchTimeoutError,
  inBatches,
  type RunBatch,
  runStatement,
  statementBatches,
  type Statements,
} from './batches.js';
export {
  type CommandHost,
  databaseCommand,
  type DatabaseCommand,
  migrateCommand,
} from './commands.js';
export { type Database, type DatabaseLog, type OpenOptions, openDatabase } from './database.js';
export {
  isConnectionLoss,
  isDataFault,
  isRetryable,
  isUniqueViolation,
  type RetryOptions,
  sqlState,
  withRetry,
} from './database-errors.js';
export { FolderInUseError } from './folder-lock.js';
export { MigrationError } from './migrations.js';
