// A server behind a proxy that counts the bytes of files on their way to it, holds them after so many, and breaks them off.
import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { freePort } from '@triptych/free-port';
import type { Variables } from '@triptych/testing';
import { startSocialServer, type SocialServer } from './social-server.js';

export interface CountingServer extends SocialServer {
  /** Bytes that have been passed on. */
  sent(): number;
  /** No more than about so many are passed on from now on. Resolves once they were. */
  holdAt(bytes: number): Promise<void>;
  /** Everything is passed on from now on. */
  release(): void;
  /** Breaks every connection. */
  cut(): void;
}

export async function startCountingServer(behind: {
  readonly env?: Variables;
}): Promise<CountingServer> {
  const [port, backend] = [await freePort(), await freePort()];
  const counter = new Counter();
  // A restart of the server breaks no connection that only waits in a pool.
  const agent = new Agent({ keepAlive: false });

  async function forward(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { method, url = '', headers } = incoming;
    const to = { host: 'localhost', port: backend, agent };
    const outgoing = request({ ...to, method, path: url, headers });
    outgoing.on('error', () => reply.destroy());
    reply.on('close', () => outgoing.destroy());
    outgoing.on('response', (response) => {
      response.on('error', () => reply.destroy());
      reply.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(reply);
    });
    if (!url.startsWith('/api/attachments')) return void incoming.pipe(outgoing);
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      await counter.turn(incoming);
      if (outgoing.destroyed) return;
      counter.count(chunk.length);
      if (!outgoing.write(chunk)) await Promise.race([once(outgoing, 'drain'), over(outgoing)]);
    }
    outgoing.end();
  }

  const proxy = createServer((incoming, reply) => {
    forward(incoming, reply).catch(() => reply.destroy());
  });
  proxy.listen(port, 'localhost');
  await once(proxy, 'listening');
  const url = `http://localhost:${port}`;
  const server = await startSocialServer({ ...behind, port: backend, url });
  return {
    ...server,
    sent: () => counter.sent,
    holdAt: (bytes) => counter.holdAt(bytes),
    release: () => void counter.holdAt(Infinity),
    cut: () => proxy.closeAllConnections(),
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await server.close();
    },
  };
}

interface Closing {
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

const over = (stream: Closing) =>
  new Promise<void>((resolve) => {
    if (stream.destroyed) resolve();
    else stream.once('close', resolve);
  });

class Counter {
  sent = 0;
  private most = Infinity;
  private reached = () => {};
  private raised = Promise.resolve();
  private raise = () => {};

  holdAt(bytes: number): Promise<void> {
    this.most = bytes;
    this.raise();
    this.raised = new Promise((resolve) => (this.raise = resolve));
    return new Promise((resolve) => (this.reached = resolve));
  }

  count(bytes: number): void {
    this.sent += bytes;
    if (this.sent >= this.most) this.reached();
  }

  /** Resolves when more may be passed on, or the connection is over. */
  async turn(connection: Closing): Promise<void> {
    while (this.sent >= this.most && !connection.destroyed)
      await Promise.race([this.raised, over(connection)]);
  }
}
