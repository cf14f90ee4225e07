export { type BatchOptions, BatchTimeoutError, inBatches, type RunBatch } from './batches.js';
export { runStatement, statementBatches, type Statements } from './composed-statements.js';
export { type Database, type DatabaseLog, type OpenOptions, openDatabase } from './database.js';
export {
  isConnectionLoss,
  isDataFault,
  isRetryable,
  isUniqueViolation,
  sqlState,
} from './database-errors.js';
export { FolderInUseError } from './folder-lock.js';
export { MigrationError } from './migrate.js';
export { type RetryOptions, withRetry } from './retry.js';
