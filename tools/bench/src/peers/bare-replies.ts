// The limit: a Fastify route that holds the same bytes, sends the same headers and logs the same line.
import { randomUUID } from 'node:crypto';
import { createLogger } from '@triptych/logging';
import Fastify, { LogController } from 'fastify';

const { PATHS = '', ORIGINAL, PORT } = process.env;
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

for (const path of PATHS.split(' ')) {
  const reply = await fetch(`${ORIGINAL}${path}`);
  const headers = Object.fromEntries([...reply.headers].filter(([name]) => !skipped.has(name)));
  const body = Buffer.from(await reply.arrayBuffer());
  app.get(path, (request, reply) =>
    reply.headers(headers).header('x-request-id', request.id).send(body),
  );
}
app.get('/ready', () => 'yes');
await app.listen({ host: '127.0.0.1', port: Number(PORT) });
process.once('SIGTERM', () => void app.close());
