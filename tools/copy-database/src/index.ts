export { copyDatabase, CopyError, type CopiedTable, type CopyOptions } from './copy-database.js';
