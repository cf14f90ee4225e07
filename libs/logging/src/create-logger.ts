import { pino, type DestinationStream, type Logger } from 'pino';
import { censor, censorMembers, secretKeys } from './redaction.js';
import { serializeError } from './serialize-error.js';

export type { Logger };

/** The part of a logger that use cases and adapters take. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

export interface LoggerOptions {
  /** The service, as it stands in every line. */
  readonly name: string;
  readonly level: string;
  /** Standard output when left out. */
  readonly destination?: DestinationStream;
  /** Called for each line: what to add to it. */
  readonly mixin?: (() => object) | undefined;
}

const serializers = { err: serializeError, error: serializeError };
const serialized: ReadonlySet<string> = new Set(Object.keys(serializers));

/** A JSON logger with ISO times, level names, redaction and terse errors. */
export function createLogger(options: LoggerOptions): Logger {
  return pino(
    {
      name: options.name,
      level: options.level,
      base: { name: options.name },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (line) => censorMembers(line, serialized),
      },
      redact: { paths: secretKeys.map((key) => `["${key}"]`), censor },
      serializers,
      ...(options.mixin ? { mixin: options.mixin } : {}),
    },
    options.destination ?? pino.destination(1),
  );
}
