import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright-core';

/** Records every request that would leave the machine, and replies to it here. */
export async function noteAliens(context: BrowserContext): Promise<string[]> {
  const alien: string[] = [];
  await context.route(
    (url) => !['127.0.0.1', 'localhost'].includes(url.hostname),
    (route) => {
      alien.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<title>Player</title>' });
    },
  );
  return alien;
}

export interface Publisher {
  readonly origin: string;
  readonly server: Server;
  close(): Promise<void>;
}

/** A publisher's site on an origin of its own: HTML at `/`, scripts at the paths given. */
export async function startPublisher(
  html: string,
  scripts: Readonly<Record<string, string | Buffer>> = {},
): Promise<Publisher> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const script = scripts[path];
    if (script !== undefined) response.writeHead(200, { 'content-type': 'text/javascript' });
    else if (path === '/') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    else response.writeHead(404);
    response.end(script ?? (path === '/' ? html : ''));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // Not 127.0.0.1: the embed server is there, and a port alone makes no other site.
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    server,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
