// The limit: a Fastify route that holds the very answer, sends the same headers and logs the same line.
import { randomUUID } from 'node:crypto';
import { createLogger } from '@triptych/logging';
import Fastify, { LogController } from 'fastify';

const [paths, original, port] = ['PATHS', 'ORIGINAL', 'PORT'].map(
  (name) => process.env[name] ?? '',
);
// What Node or Fastify write by themselves.
const automatic = ['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'];
const skipped = new Set([...automatic, 'x-request-id']);

const app = Fastify({
  loggerInstance: createLogger({ name: 'bare', level: 'info' }),
  logController: new LogController({
    disableRequestLogging: true,
    requestIdLogLabel: 'requestId',
  }),
  genReqId: () => randomUUID(),
});
app.addHook('onResponse', (request, reply, done) => {
  const { method, routeOptions } = request;
  const { statusCode, elapsedTime: responseTime } = reply;
  request.log.info({ method, route: routeOptions.url, statusCode, responseTime }, 'request');
  done();
});

for (const path of (paths ?? '').split(' ')) {
  const answer = await fetch(`${original}${path}`);
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !skipped.has(name)));
  const body = Buffer.from(await answer.arrayBuffer());
  app.get(path, (request, reply) =>
    reply.headers(headers).header('x-request-id', request.id).send(body),
  );
}
app.get('/ready', () => 'yes');
await app.listen({ host: '127.0.0.1', port: Number(port) });
process.once('SIGTERM', () => void app.close());
