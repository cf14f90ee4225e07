export { createLogger, type LoggerOptions } from './create-logger.js';
export { type Log, type Logger } from './log.js';
