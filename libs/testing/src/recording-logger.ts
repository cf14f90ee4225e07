import { Writable } from 'node:stream';
import { createLogger, type Logger } from '@triptych/logging';
import { recordLines } from './recorded-lines.js';

export interface RecordingLogger {
  readonly logger: Logger;
  /** Every line written so far, as it stands in the log. */
  readonly lines: string[];
}

/** A logger whose lines a test can read; nothing reaches the terminal. */
export function recordingLogger(level = 'debug'): RecordingLogger {
  const lines = recordLines();
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { lines, logger: createLogger({ name: 'test', level, destination }) };
}
