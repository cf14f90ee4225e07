// The limit: a Fastify route that holds the very answer and logs the same line, and does nothing else.
import { createLogger } from '@triptych/logging';
import Fastify, { LogController } from 'fastify';

const [paths, original, port] = ['PATHS', 'ORIGINAL', 'PORT'].map(
  (name) => process.env[name] ?? '',
);
const skipped = new Set([
  'connection',
  'keep-alive',
  'date',
  'content-length',
  'transfer-encoding',
  'x-request-id',
]);

const app = Fastify({
  loggerInstance: createLogger({ name: 'bare', level: 'info' }),
  logController: new LogController({ disableRequestLogging: true }),
});
app.addHook('onResponse', async (request, reply) => {
  const { method, routeOptions, log } = request;
  const { statusCode, elapsedTime: responseTime } = reply;
  log.info({ method, route: routeOptions.url, statusCode, responseTime }, 'request');
});

for (const path of (paths ?? '').split(' ')) {
  const answer = await fetch(`${original}${path}`);
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !skipped.has(name)));
  const body = Buffer.from(await answer.arrayBuffer());
  app.get(path, (_request, reply) => reply.headers(headers).send(body));
}
app.get('/ready', () => 'yes');
await app.listen({ host: '127.0.0.1', port: Number(port) });
process.once('SIGTERM', () => void app.close());
