import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Server } from './server.js';

// How clients are let go of while the server stops. Guarantees: a request that arrives is served, and a client learns of the
// end from the reply before it, not from a connection that breaks (RFC 9112, 9.6).
//
//   serving   beginDraining(app)   replies close their connections; new ones are accepted → draining
//   draining  app.close()          no new connections; those without a request under way are closed, again and again → closing
//
// Node closes only the connections that are idle at that moment; one whose reply has begun before would be kept for the
// whole keep-alive time after it, and one that has never sent a request (browsers open them ahead) for ever.

const sweepInterval = 100;
/** Milliseconds after which a connection without a request counts as one that was opened ahead. */
const silence = 500;

const drains = new WeakMap<object, () => void>();

/** From now on each reply is the last on its connection; for the time in which balancers look for other replicas. */
export function beginDraining(app: object): void {
  drains.get(app)?.();
}

export function drainConnections(app: Server): void {
  let draining = false;
  const silent = watchSilent(app);
  drains.set(app, () => (draining = true));
  app.addHook('preClose', async () => {
    draining = true;
    if (!app.server.listening) return;
    const sweep = setInterval(() => {
      app.server.closeIdleConnections();
      const opened = performance.now() - silence;
      silent.forEach((since, socket) => since < opened && socket.destroy());
    }, sweepInterval);
    app.server.once('close', () => clearInterval(sweep));
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining) void reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Connections on which no request has arrived yet, and since when they are open. */
function watchSilent({ server }: Server): ReadonlyMap<Socket, number> {
  const silent = new Map<Socket, number>();
  server.on('connection', (socket) => {
    silent.set(socket, performance.now());
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage) => silent.delete(socket));
  return silent;
}
