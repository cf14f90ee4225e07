export { createLogger, type Log, type Logger, type LoggerOptions } from './create-logger.js';
