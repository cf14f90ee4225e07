import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A real server on loopback that counts who came. */
export interface LoopbackServer {
  readonly origin: string;
  readonly authority: string;
  readonly port: number;
  /** TCP connections, answered or not. */
  connections(): number;
  /** `METHOD /path` of every request, in order. */
  readonly seen: string[];
  close(): Promise<void>;
}

export async function startLoopback(
  listener: RequestListener,
  host = '127.0.0.1',
  wantedPort = 0,
): Promise<LoopbackServer> {
  let connections = 0;
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    listener(request, response);
  });
  server.on('connection', () => (connections += 1));
  server.listen(wantedPort, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${host}:${port}`,
    authority: `${host}:${port}`,
    port,
    connections: () => connections,
    seen,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
