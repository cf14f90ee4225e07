export {
  type Attempt,
  inBatches,
  readBatches,
  statementBatches,
  type Statements,
} from './batches.js';
export { boundedLockWait, isContention } from './contended.js';
export { type CommandHost, databaseCommand, migrateCommand } from './commands.js';
export {
  type ConnectionCounts,
  type Database,
  type DatabaseLog,
  openDatabase,
  type Statement,
} from './database.js';
export { describeDatabaseFault } from './database-faults.js';
export {
  isConnectionLoss,
  isDatabaseAway,
  isDataFault,
  isForeignKeyViolation,
  isRetryable,
  isUniqueViolation,
  sqlState,
} from './database-errors.js';
export { inFolder } from './folder-faults.js';
export { RequestTime } from './request-time.js';
export { withRetry } from './retry.js';
export type { Resolution } from './migration-resolve.js';
export type { MigrationReport } from './migration-status.js';
