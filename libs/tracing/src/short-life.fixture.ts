// A process that makes one span and has nothing more to do, for start-tracing.test.ts.
import { endSpan, startSpan, startTracing } from './index.js';

const [endpoint = ''] = process.argv.slice(2);
const tracing = await startTracing({
  service: 'short',
  version: '1',
  environment: 'test',
  endpoint,
});
endSpan(startSpan('all it did', { kind: 'server', attributes: {} }));
await tracing.stop();
