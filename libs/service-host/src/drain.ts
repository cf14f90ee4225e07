import type { FastifyInstance } from 'fastify';

const sweepInterval = 100;

/**
 * Lets go of clients while the server closes. Node closes only the connections that are idle at that
 * moment; one whose answer is still under way would be kept for the whole keep-alive time after it.
 */
export function drainConnections(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    if (!app.server.listening) return;
    const sweep = setInterval(() => app.server.closeIdleConnections(), sweepInterval);
    app.server.once('close', () => clearInterval(sweep));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) void reply.header('connection', 'close');
  });
}
