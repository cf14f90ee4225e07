import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Server } from './server.js';

const sweepInterval = 100;

/**
 * Lets go of clients while the server closes. Node closes only the connections that are idle at that
 * moment; one whose reply is still under way would be kept for the whole keep-alive time after it, and one that
 * has never sent a request (browsers open them ahead) for ever.
 */
export function drainConnections(app: Server): void {
  let closing = false;
  const silent = watchSilent(app);
  app.addHook('preClose', async () => {
    closing = true;
    if (!app.server.listening) return;
    const sweep = setInterval(() => {
      app.server.closeIdleConnections();
      silent.forEach((socket) => socket.destroy());
    }, sweepInterval);
    app.server.once('close', () => clearInterval(sweep));
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) void reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Connections on which no request has arrived yet. */
function watchSilent({ server }: Server): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage) => silent.delete(socket));
  return silent;
}
