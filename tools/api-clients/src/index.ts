export { createCallLog, operationsOf, readDocument, type CallLog } from './operations.js';
