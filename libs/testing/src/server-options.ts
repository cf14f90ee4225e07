import type { Logger } from '@triptych/logging';
import { createRegistry, type ServerOptions } from '@triptych/service-host';
import { checkReplies } from './contract.js';
import { recordingLogger } from './recording-logger.js';

/** What `createServer` needs, as a test wants it: documented replies only, no rate limit, a registry and a log of its own. */
export function testServerOptions(
  overrides: Partial<ServerOptions> & { logger?: Logger } = {},
): ServerOptions {
  return {
    name: 'test',
    version: '0.0.0-test',
    logger: recordingLogger().logger,
    metrics: createRegistry('test'),
    trustProxy: false,
    rateLimitMax: 0,
    prepare: checkReplies,
    ...overrides,
  };
}
