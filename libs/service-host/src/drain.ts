import { Server as NetServer, type Socket } from 'node:net';
import { currentReply } from './connection-errors.js';
import type { Server } from './server.js';

// How clients are let go of while the server stops. Guarantees: a request that arrives is served, and a client learns of the
// end from the reply before it, not from a connection that breaks (RFC 9112, 9.6); nobody holds up the stop for longer than
// its time.
//
//   serving    beginDraining(app)   replies close their connections; new ones are accepted → draining
//   draining   app.close()          no new connections; what arrives on those that there are is served for a moment → closing
//   closing    those without a request under way are closed, again and again; after the time for requests, all
//
// Node closes the connections that are idle at that moment, of which some have sent a request that it has not read yet. One
// whose reply has begun before would be kept for the whole keep-alive time after it, and one that never sends the whole of
// its request for ever.

/** Milliseconds. */
const sweepInterval = 100;
/** For requests that are on their way while the server stops to listen: until so long none has come, but no longer than. */
const [quiet, longestLast] = [250, 2_000];
/** Without a byte or a request under way: such as a connection that was opened ahead, or whose reply came before its body. */
const silence = 500;

/** Milliseconds for which requests may go on after the server has stopped to listen. */
export const timeForRequests = 20_000;

const drains = new WeakMap<object, () => void>();

/** From now on each reply is the last on its connection; for the time in which balancers look for other replicas. */
export function beginDraining(app: object): void {
  drains.get(app)?.();
}

/** @param time milliseconds for requests under way, after which their connections are cut */
export function drainConnections(app: Server, time = timeForRequests): void {
  let draining = false;
  const connections = watchConnections(app);
  drains.set(app, () => (draining = true));
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    const endsAt = performance.now() + time;
    if (draining) await serveLastRequests(app, connections);
    draining = true;
    const sweep = setInterval(() => closeSilent(app, connections), sweepInterval);
    const end = setTimeout(() => cut(app, connections), endsAt - performance.now());
    app.server.once('close', () => {
      clearInterval(sweep);
      clearTimeout(end);
    });
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining) void reply.header('connection', 'close');
    done(null, payload);
  });
}

interface Activity {
  bytes: number;
  silentSince: number;
}

type Connections = ReadonlyMap<Socket, Activity>;

function watchConnections({ server }: Server): Connections {
  const connections = new Map<Socket, Activity>();
  server.on('connection', (socket) => {
    connections.set(socket, { bytes: 0, silentSince: performance.now() });
    socket.once('close', () => connections.delete(socket));
  });
  return connections;
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function serveLastRequests({ server }: Server, connections: Connections): Promise<void> {
  await acceptWaiting(server);
  // That of HTTP would end connections as well.
  NetServer.prototype.close.call(server);
  let [read, changedAt] = [-1, performance.now()];
  const end = changedAt + longestLast;
  while (connections.size > 0 && performance.now() < Math.min(changedAt + quiet, end)) {
    await pause(20);
    const now = [...connections.keys()].reduce((sum, { bytesRead }) => sum + bytesRead, 0);
    if (now !== read) [read, changedAt] = [now, performance.now()];
  }
  await turn();
  server.closeIdleConnections();
}

/**
 * Takes the connections that the system has made already: those that still wait when the server stops to listen are reset.
 * The system makes no more meanwhile; the clients of others find nobody listening when they try again.
 */
async function acceptWaiting(server: Server['server']): Promise<void> {
  // Node accepts one a turn of its loop, has no other way to listen for fewer, and no name for this one.
  (server as { _handle?: { listen(backlog: number): number } | null })._handle?.listen(0);
  let [accepted, before] = [0, -1];
  const count = () => (accepted += 1);
  server.on('connection', count);
  for (const end = performance.now() + longestLast; accepted !== before;) {
    before = accepted;
    for (let turns = 0; turns < 2; turns += 1) await turn();
    if (performance.now() > end) break;
  }
  server.off('connection', count);
}

function closeSilent({ server }: Server, connections: Connections): void {
  server.closeIdleConnections();
  const now = performance.now();
  connections.forEach((activity, socket) => {
    const bytes = socket.bytesRead + socket.bytesWritten;
    if (currentReply(socket) !== null || activity.bytes !== bytes) activity.silentSince = now;
    activity.bytes = bytes;
    if (now - activity.silentSince > silence) socket.destroy();
  });
}

function cut({ log }: Server, connections: Connections): void {
  log.warn({ connections: connections.size }, 'requests that took too long were cut off');
  connections.forEach((_connection, socket) => socket.destroy());
}
