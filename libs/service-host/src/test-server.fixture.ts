// What tests of this library share. @triptych/testing has the same for others, and needs this library itself.
import { Writable } from 'node:stream';
import { createLogger, type LoggerOptions } from '@triptych/logging';
import { createRegistry, createServer, type ApiOptions, type Server } from './index.js';
import type { ServerOptions } from './create-server.js';

export type Line = Readonly<Record<string, unknown>>;

/** A logger, and the lines that were written to it. */
export function recordLog(level = 'debug', options: Pick<LoggerOptions, 'mixin'> = {}) {
  const lines: Line[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Line);
      done();
    },
  });
  return { lines, logger: createLogger({ name: 'test', level, destination, ...options }) };
}

/** A server without routes or limit of requests, and without a log unless it is given one. */
export function createTestServer(
  options: Partial<ServerOptions> = {},
  api: Partial<ApiOptions> = {},
): Promise<Server> {
  return createServer(
    {
      name: 'test',
      version: '1',
      logger: createLogger({ name: 'test', level: 'silent' }),
      metrics: createRegistry('test'),
      trustProxy: false,
      rateLimitMax: 0,
      ...options,
    },
    { title: 'Test', description: 'For tests', ...api },
  );
}
